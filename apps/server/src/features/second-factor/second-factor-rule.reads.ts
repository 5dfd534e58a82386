// Whether the rule of the tenant requires a second factor.
import type { Context } from '#request/context/context.ts'
import type { NamedUser } from '#request/sessions/logged-in-user.ts'
import * as repository from './second-factor-rule.repository.ts'

/** Whether this user needs a second factor to log in with a password. */
export const isFactorRequired = async ({ db }: Context, { id }: Pick<NamedUser, 'id'>): Promise<boolean> =>
  repository.isRequiredOf(db, id)
