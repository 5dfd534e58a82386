import { channel } from 'node:diagnostics_channel'
import { createTransport } from 'nodemailer'

/** A plain text mail to one recipient. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Identifies the mail, so that a recipient can recognise a duplicate. */
  readonly id: string
  /** Whether the mail contains a secret of the recipient: then the team gets no copy. */
  readonly isConfidential?: true
  /** An address that ends such mails without a login, for one click in a mail program (RFC 8058). */
  readonly unsubscribe?: string
}

/** Texts that an operator can add to every mail. */
export interface MailWords {
  /** The text before every subject: `[Quatrain]`. */
  readonly subject: string
  /** The text below every mail. */
  readonly signature: string
}

/** How people are written to. */
export interface Mailing {
  /** Undefined if no mail server is set. */
  readonly mailer: Mailer | undefined
  readonly words: MailWords
}

export interface Mailer {
  /** Connects to the mail server and logs in. Throws `MailRefused`. */
  verify(): Promise<void>
  /** Sends a mail through the mail server. Throws `MailRefused`. */
  send(mail: Mail): Promise<void>
}

export interface MailServer {
  /** `smtp://user:password@host:port`, or `smtps:` for implicit TLS. */
  readonly url: string
  readonly from: string
  /** Receives a blind copy of every mail that is not confidential. */
  readonly team: string | undefined
}

/** The mail server has not accepted a mail; if `final`, retrying is useless. */
export class MailRefused extends Error {
  readonly isFinal: boolean
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    const code = cause instanceof Error && 'responseCode' in cause ? cause.responseCode : undefined
    this.isFinal = typeof code === 'number' && code >= 500
  }
}

/**
 * - sent: the mail server has accepted it
 * - refused: the mail server will never accept it
 * - failed: the mail server was unreachable or busy
 */
export const mailOutcomes = ['sent', 'refused', 'failed'] as const

/** An attempt to send a mail. */
export interface EndedMail {
  readonly outcome: (typeof mailOutcomes)[number]
}

/** Receives an `EndedMail` for each attempt. */
export const endedMails = channel('quatrain.mails')

function publish(outcome: EndedMail['outcome']): void {
  const ended: EndedMail = { outcome }
  endedMails.publish(ended)
}

/** Milliseconds: a user is waiting for the response to their save. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }

/** Sends mails through one server, each over a new connection. */
export function smtpMailer({ url, from, team }: MailServer): Mailer {
  const transport = createTransport({ ...timeouts, url, disableFileAccess: true, disableUrlAccess: true })
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'quatrain.invalid'
  return {
    async verify() {
      await transport.verify().catch((error: unknown) => Promise.reject(new MailRefused(error)))
    },
    async send({ to, subject, text, id, isConfidential, unsubscribe }) {
      // A single address, unparsed: a submitter must not send mail to a list of recipients.
      const copy = team !== undefined && !isConfidential && { bcc: team }
      const recipients = { to: { name: '', address: to }, ...copy }
      const list = unsubscribe !== undefined && {
        list: { unsubscribe },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }
      try {
        await transport.sendMail({ ...recipients, ...list, from, subject, text, messageId: `<${id}@${domain}>` })
        publish('sent')
      } catch (error) {
        const refused = new MailRefused(error)
        publish(refused.isFinal ? 'refused' : 'failed')
        throw refused
      }
    },
  }
}
