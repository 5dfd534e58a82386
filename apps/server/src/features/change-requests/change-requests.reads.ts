import type { UnconfirmedRequest } from '@quatrain/contract/change-requests/change-request.ts'
import { type Kinds, visibleKinds } from '#kit/kinds/kinds.ts'
import type { Context } from '#request/context/context.ts'
import { findUnconfirmed } from './change-requests.repository.ts'

/** Applied change requests that the user can confirm; undefined if there are none. */
export async function unconfirmedRequests(ctx: Context, kinds: Kinds): Promise<UnconfirmedRequest[] | undefined> {
  const { user } = ctx.caller
  const requests = user ? await findUnconfirmed(ctx.db, user, visibleKinds(kinds, ctx)) : []
  return requests.length > 0 ? requests : undefined
}
