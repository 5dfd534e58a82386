import { AppError } from '@quatrain/platform/errors.ts'
import type { Context } from '#request/context.ts'
import { countAttempt, forgiveAttempts } from './login-throttle.ts'
import { passwordFits } from './passwords.ts'

/** Finds who these credentials belong to. Wrong password, unknown and inactive users get one and the same refusal. */
export async function authenticate(ctx: Context, username: string, password: string): Promise<{ id: number }> {
  const { address } = ctx.origin
  await countAttempt(ctx.db, username, address, ctx.now())
  const person = await ctx.db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', username)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!(await passwordFits(person?.password_hash, password)) || !person) {
    throw new AppError('not_authenticated', 'Unable to log in with provided credentials.')
  }
  await forgiveAttempts(ctx.db, username, address)
  await ctx.db.updateTable('users').set({ last_login: ctx.now() }).where('id', '=', person.id).execute()
  return person
}
