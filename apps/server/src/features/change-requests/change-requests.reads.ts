import type { SessionState } from '@quatrain/contract/accounts/session.ts'
import type { SubmittedWrite } from '@quatrain/contract/change-requests/change-request.ts'
import { isWaitingFor } from '@quatrain/contract/change-requests/request-steps.ts'
import type { TopologyReads } from '#features/topology/topology.reads.ts'
import { type Kinds, visibleKinds } from '#kit/kinds/kinds.ts'
import { readWrite } from '#kit/kinds/operation.ts'
import type { Context } from '#request/context/context.ts'
import { findUnconfirmed, findVisible, findWaiting } from './change-requests.repository.ts'
import { effectsOf, inOrder } from './collected-writes.ts'
import { findManagedObjects } from './managed-objects.repository.ts'
import { rehearseWithOperation } from './operation-effects.ts'

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

/** The writes in the order in which they are made, with their effects. Those that do nothing are left out, and deletes of what another one deletes. */
export async function writesWithEffects(
  ctx: Context,
  { kinds, topology }: { readonly kinds: Kinds; readonly topology: TopologyReads },
  submitted: readonly SubmittedWrite[],
) {
  const writes = inOrder(submitted)
  const parts = writes.map((write) => ({ run: readWrite(kinds, { ...write, base: '*' }) }))
  const { rehearsed, operation } = await rehearseWithOperation(ctx, topology, parts)
  const effective = writes.flatMap((write, index) => {
    const effects = rehearsed[index]
    if (!effects) return []
    const isRefused = 'refusal' in effects
    const isGone = isRefused && write.operation === 'remove' && effects.refusal.code === 'not_found'
    const [own] = isRefused ? [] : effects.effects.changes
    if (isGone || !(isRefused || own)) return []
    return [{ write: own ? { ...write, before: own.before } : write, effects }]
  })
  const rehearsedWrites = effective.map(({ effects }) => effects)
  return {
    writes: effective.map(({ write }) => write),
    effects: {
      ...effectsOf(
        rehearsedWrites.map(({ part }) => part),
        rehearsedWrites,
      ),
      ...(operation && { operation }),
    },
  }
}

/** Objects that are managed as code, with what they were when they were applied; with a place only that object. */
export const managedObjects = ({ db }: Context, place?: Parameters<typeof findManagedObjects>[1]) =>
  findManagedObjects(db, place)
