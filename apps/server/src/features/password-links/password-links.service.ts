import { nameInPassword } from '@quatrain/contract/accounts/new-password.ts'
import type { setPassword as endpoint } from '@quatrain/contract/accounts/password-links.ts'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import type { Mailing } from '#clients/mail/mailer.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { attempted, attemptOf } from '#request/sessions/attempts.ts'
import { assertUncommon, hashPassword, passwordFits, samePassword } from '#request/sessions/passwords.ts'
import type { Sessions } from '#request/sessions/sessions.ts'
import { sendLinkTo } from './password-links.effects.ts'
import {
  findRecipient,
  findUserOfLink,
  type Recipient,
  type UserOfLink,
  usePasswordLink,
} from './password-links.repository.ts'

/** Sends the user of this name a link. Throws `not_found`, `invalid_input` for a user who cannot use one, `unavailable`. */
export const sendLink = (mailing: Mailing, ctx: Context, username: string): Promise<Recipient> =>
  sendLinkTo(mailing, ctx, async ({ db }) => {
    const recipient = await findRecipient(db, username)
    if (!recipient) throw new AppError('not_found', 'User does not exist.')
    if (!recipient.is_active)
      throw invalidInput({ username: 'The user is not active, so nobody can log in with a link.' })
    if (recipient.email === '') throw invalidInput({ username: 'The user has no email address to send a link to.' })
    return recipient
  })

const linkHasEnded = 'This link has been used, has expired, or was replaced. Ask an administrator for another.'

const linkEnded = () => new AppError('invalid_input', linkHasEnded, { fields: { token: linkHasEnded } })

/** The user of a link. Wrong links of an address count like failed logins. Throws `invalid_input` if it cannot be used, `too_many_attempts`. */
export async function userOfLink(ctx: Context, token: string): Promise<UserOfLink> {
  // No user has this name, so nobody's logins are limited by it.
  const attempt = attemptOf(ctx, `password link from ${ctx.origin.address}`)
  const tried = await attempted(ctx.db, attempt, () => findUserOfLink(ctx.db, token, ctx.now()))
  if ('failures' in tried) throw linkEnded()
  return tried.result
}

/**
 * Sets the password of the user of a link, and ends the link and all sessions of the user. Throws `invalid_input` if
 * the link cannot be used, and for a password that is refused: the link stays usable then.
 */
export async function setPassword(
  sessions: Sessions,
  ctx: Context,
  { token, new_password }: InputOf<typeof endpoint>['body'],
): Promise<void> {
  await assertUncommon(new_password, 'new_password')
  const { id, username, passwordHash: present } = await userOfLink(ctx, token)
  const message = nameInPassword(new_password, username)
  if (message !== undefined) throw invalidInput({ new_password: message })
  if (await passwordFits(present, new_password)) throw invalidInput({ new_password: samePassword })
  const passwordHash = await hashPassword(new_password)
  await inTransaction(ctx, async (ctx) => {
    if (!(await usePasswordLink(ctx.db, token, passwordHash, ctx.now()))) throw linkEnded()
    const ended = await sessions.endAllOf(ctx.db, id)
    const after = { ended, by: 'link' }
    await recordEvent(ctx, { action: 'set-password', actor: username, kind: 'user', id, name: username, after })
  })
  sessions.forget(ctx.tenant)
}
