import type { addOwnKey as addition, UserKey } from '@quatrain/contract/accounts/user-keys.ts'
import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { inUse } from '@quatrain/platform/errors.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { assertFuture, assertOverlap } from '#request/keys/key-times.ts'
import { newUserToken } from '#request/keys/user-keys.ts'
import { hashOf } from '#request/sealing/secrets.ts'
import type { NamedUser } from '#request/sessions/logged-in-user.ts'
import { recordKeys } from './user-keys.effects.ts'
import * as repository from './user-keys.repository.ts'

type WithToken = UserKey & { readonly token: string }

/** The maximum number of keys of a user, so that the list stays readable. */
const maxKeys = 50

/** The only response with the token. Throws `invalid_input`, `already_exists`, and `in_use` if there are too many. */
export function addUserKey(ctx: Context, user: NamedUser, input: InputOf<typeof addition>['body']): Promise<WithToken> {
  assertFuture(ctx, 'expires', input.expires)
  return inTransaction(ctx, async (ctx) => {
    const present = await repository.findOfUser(ctx.db, user.id)
    if (present.length >= maxKeys) throw inUse(`You have ${maxKeys} keys. Revoke one before you add another.`)
    const token = newUserToken()
    const id = await repository.insert(ctx.db, user.id, input, { hash: hashOf(token), now: ctx.now() })
    await recordKeys(ctx, 'add', user.username, [{ id, name: input.name }])
    return { ...(await repository.find(ctx.db, id)), token }
  })
}

/** Replaces the token of an own key. One that was replaced before ends now. Throws `not_found`, `invalid_input`. */
export function rotateKey(ctx: Context, user: NamedUser, id: number, previousUntil: string | null): Promise<WithToken> {
  assertOverlap(ctx, previousUntil)
  return inTransaction(ctx, async (ctx) => {
    const token = newUserToken()
    await repository.replaceToken(ctx.db, user.id, id, { hash: hashOf(token), at: ctx.now(), previousUntil })
    const key = await repository.find(ctx.db, id)
    await recordKeys(ctx, 'change', user.username, [key])
    return { ...key, token }
  })
}

/** Revokes an own key, or that of any user if no owner is given. Throws `not_found`. */
export function endKey(ctx: Context, id: number, owner?: NamedUser): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const { name, username } = await repository.remove(ctx.db, id, owner?.id)
    await recordKeys(ctx, 'delete', username, [{ id, name }])
  })
}
