import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { type MailSettings, noMail } from '#settings/mail-settings.ts'

/** A mail as the server received it. */
export interface Received {
  readonly from: string
  /** All recipients, including those that no header names. */
  readonly to: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A real mail server on loopback with configurable behaviour. */
export interface MailServer {
  readonly url: string
  readonly received: Received[]
  /** Refuses the content of mails with this code from now on; without a code it accepts them again. */
  refuseWith(code?: number): void
  /** Runs before a mail is accepted. */
  beforeTaking(work: (() => Promise<void>) | undefined): void
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: Received[] = []
  let code: number | undefined
  let before: (() => Promise<void>) | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    async onData(stream, session, done) {
      const source = await text(stream)
      if (code !== undefined) return done(Object.assign(new Error('not today'), { responseCode: code }))
      await before?.()
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        ...partsOf(source),
      })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuseWith(given) {
      code = given
    },
    beforeTaking(work) {
      before = work
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The settings of a console that sends its mails there. */
export const mailsThrough = (
  { url }: MailServer,
  { from, team }: { readonly from: string; readonly team: string | undefined },
): MailSettings => ({ ...noMail, server: { url, from, team } })

/** Unfolded headers, and the decoded text. */
function partsOf(source: string): Pick<Received, 'headers' | 'text'> {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = rest.join('\r\n\r\n').replaceAll('\r\n', '\n')
  const isQuoted = headers['content-transfer-encoding'] === 'quoted-printable'
  return { headers, text: isQuoted ? unquoted(body) : body }
}

/** The text of a body in quoted-printable. */
export const unquoted = (body: string): string =>
  Buffer.from(
    body
      .replaceAll('=\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8')
