import { linkHours } from '@quatrain/contract/accounts/password-links.ts'
import { setPasswordPath } from '@quatrain/contract/accounts/session.ts'
import type { Mail, MailWords } from '#clients/mail/mailer.ts'

interface Link {
  readonly token: string
  /** The console as the browser of the sender sees it. */
  readonly site: string
  readonly tenant: string
  readonly sender: string
}

/** The mail with a link to set a password. The token is known to this mail only, so the team gets no copy. */
export const linkMail = (
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
