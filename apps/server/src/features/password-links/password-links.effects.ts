// Links for users that other features have added.
import { randomBytes } from 'node:crypto'
import { linkHours } from '@quatrain/contract/accounts/password-links.ts'
import { setPasswordPath } from '@quatrain/contract/accounts/session.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { type Mail, type Mailing, MailRefused, type MailWords } from '#clients/mail/mailer.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { actorName, type Context, inTransaction } from '#request/context/context.ts'
import { type Recipient, removeLink, replaceLink } from './password-links.repository.ts'

const noMailer = () => new AppError('not_found', 'Links cannot be sent: no mail server is set (QUATRAIN_SMTP_URL).')

/**
 * Sends a stored user a link to set a password; a former link ends. `find` reads the user in the transaction that stores
 * the link. The mail is sent after it, and if the mail server refuses it, the link ends. Throws `unavailable`.
 */
export async function sendLinkTo(
  { mailer, words }: Mailing,
  ctx: Context,
  find: (ctx: Context) => Promise<Recipient>,
): Promise<Recipient> {
  const { site } = ctx.origin
  if (site === undefined) throw new Error('Links are sent by requests only.')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + linkHours * 3_600_000)
  const recipient = await inTransaction(ctx, async (ctx) => {
    const recipient = await find(ctx)
    if (!mailer) throw noMailer()
    const { id, username, email } = recipient
    await replaceLink(ctx.db, { userId: id, token, expiresAt })
    await recordEvent(ctx, { action: 'send-link', kind: 'user', id, name: username, after: { email } })
    return recipient
  })
  if (ctx.write.dryRun || !mailer) return recipient
  const link = { token, site, tenant: ctx.tenant.name, sender: actorName(ctx) }
  try {
    await mailer.send(linkMail(recipient, link, words))
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    await removeLink(ctx.db, token)
    throw new AppError('unavailable', `The mail with the link was not sent: ${error.message}`, { cause: error })
  }
  return recipient
}

interface Link {
  readonly token: string
  /** The console as the browser of the sender sees it. */
  readonly site: string
  readonly tenant: string
  readonly sender: string
}

/** The mail with a link to set a password. The token is known to this mail only, so the team gets no copy. */
const linkMail = (
  { username, email }: { readonly username: string; readonly email: string },
  { token, site, tenant, sender }: Link,
  { subject, signature }: MailWords,
): Mail => ({
  to: email,
  subject: `${subject} Set your password for ${tenant}`,
  text: [
    `Hello ${username},`,
    `${sender} has sent you this link to set the password of your account '${username}' in the console of ${tenant}:`,
    `    ${site}${setPasswordPath}#${token}`,
    `It can be used once, within ${linkHours} hours. Then you are logged out everywhere and log in with the new password.`,
    'If you did not expect this mail, ignore it: your password stays as it is. Do not forward it to anybody.',
    `${signature}\n`,
  ].join('\n\n'),
  id: `password-link.${crypto.randomUUID()}`,
  isConfidential: true,
})
