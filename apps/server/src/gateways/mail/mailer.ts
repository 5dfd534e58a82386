import { createTransport } from 'nodemailer'

/** One plain text to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for the same mail: whoever gets it twice can tell. */
  readonly id: string
}

export interface Mailer {
  /** Hands a mail over to the mail server. Throws `MailRefused`. */
  send(mail: Mail): Promise<void>
}

export interface MailServer {
  /** `smtp://user:password@host:port`, or `smtps:` for TLS from the first byte on. */
  readonly url: string
  readonly from: string
  /** Gets a blind copy of everything. */
  readonly team: string | undefined
}

/** The mail server has not taken a mail; trying again changes nothing when that is final. */
export class MailRefused extends Error {
  readonly isFinal: boolean
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    const code = cause instanceof Error && 'responseCode' in cause ? cause.responseCode : undefined
    this.isFinal = typeof code === 'number' && code >= 500
  }
}

/** Milliseconds: somebody is waiting for the answer to their save. */
const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }

/** Mails through one server, each over a connection of its own. */
export function smtpMailer({ url, from, team }: MailServer): Mailer {
  const transport = createTransport({ ...patience, url, disableFileAccess: true, disableUrlAccess: true })
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'quatrain.invalid'
  return {
    async send({ to, subject, text, id }) {
      // An address as it is: a list of several is none of a submitter's business.
      const recipients = { to: { name: '', address: to }, ...(team !== undefined && { bcc: team }) }
      try {
        await transport.sendMail({ ...recipients, from, subject, text, messageId: `<${id}@${domain}>` })
      } catch (error) {
        throw new MailRefused(error)
      }
    },
  }
}
