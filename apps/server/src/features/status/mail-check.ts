import { type MailServer, smtpMailer } from '#clients/mail/mailer.ts'
import { error, type Finding, messageOf, ok } from './finding.ts'

/** Whether the mail server accepts connections and the login. */
export async function checkMail(server: MailServer | undefined): Promise<Finding[]> {
  if (!server) return [ok('No mail server is set, so no mails are sent.')]
  const { host } = new URL(server.url)
  try {
    await smtpMailer(server).verify()
    return [ok(`The mail server ${host} accepts connections.`)]
  } catch (thrown) {
    return [error(`The mail server ${host} cannot be used: ${messageOf(thrown)}.`)]
  }
}
