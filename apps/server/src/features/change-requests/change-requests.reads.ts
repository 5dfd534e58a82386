import type { SessionState } from '@quatrain/contract/accounts/session.ts'
import { isWaitingFor } from '@quatrain/contract/change-requests/request-steps.ts'
import { type Kinds, visibleKinds } from '#kit/kinds/kinds.ts'
import type { Context } from '#request/context/context.ts'
import { findUnconfirmed, findVisible, findWaiting } from './change-requests.repository.ts'

type RequestsForUser = Pick<Extract<SessionState, { active: true }>, 'unconfirmed_requests' | 'waiting_requests'>

/** The change requests that the user can confirm, and the number of those that wait for the user; absent if there are none. */
export async function requestsForUser(ctx: Context, kinds: Kinds): Promise<RequestsForUser> {
  const { user } = ctx.caller
  if (!user) return {}
  const visible = visibleKinds(kinds, ctx)
  const [unconfirmed, requests] = await Promise.all([
    findUnconfirmed(ctx.db, user, visible),
    findWaiting(ctx.db, visible),
  ])
  const waiting = requests.filter((request) => isWaitingFor(user, request)).length
  return {
    ...(unconfirmed.length > 0 && { unconfirmed_requests: unconfirmed }),
    ...(waiting > 0 && { waiting_requests: waiting }),
  }
}

/** Those of the change requests with these ids that the caller may see. */
export const visibleRequests = async (ctx: Context, kinds: Kinds, ids: readonly number[]): Promise<Set<number>> =>
  new Set(ids.length === 0 ? [] : await findVisible(ctx.db, ids, visibleKinds(kinds, ctx)))
