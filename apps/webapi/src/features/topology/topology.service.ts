import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import type { DayWrite } from '#kit/day-list-writes.ts'
import type { Context } from '#kit/endpoint.ts'
import { assertListSeen, tagOf } from '#kit/etags.ts'
import { ofFeedingTenants } from '#kit/feeding-tenants.ts'
import { nothingFound, topologyTaken } from '#kit/refusals.ts'
import { type Db, inWriteTransaction, lockWrites } from '#kit/tenancy.ts'
import type { Condition } from './conditions.ts'
import type { ReceivedRows } from './received-rows.ts'
import { findRows } from './topology.repository.ts'
import { type DayList, findDeleted, findInForce, insertVersion } from './topology-days.repository.ts'
import type { TopologyList } from './topology-lists.ts'
import { meets } from './where.repository.ts'
import { createStaged, lockRows, stage, storeStaged } from './write-list.repository.ts'

/** The entity tag of a list, unique among all states of all tenants' lists. */
export const tagOfTopologyList = ({ caller }: Context, { kind }: TopologyList, { day, changes }: DayList): string =>
  tagOf(`${caller.tenant}.${kind}.${day}`, changes)

/** The list that is in force on a day. Throws if there is none. */
export async function findList({ db }: Context, { kind }: TopologyList, day: string): Promise<DayList> {
  const inForce = await findInForce(db, kind, day)
  if (!inForce) throw nothingFound()
  return inForce
}

/** The rows of a list that meet the conditions, as JSON. */
export const findMatching = (
  { db }: Context,
  list: TopologyList,
  inForce: DayList,
  conditions: readonly Condition[],
): Promise<string> => findRows(db, list, inForce, meets(list, conditions))

/**
 * The rows that meet the conditions in the lists that are in force on a day here and in the tenants that feed this one,
 * as JSON. Throws if none has a list.
 */
export async function findCombined(ctx: Context, list: TopologyList, day: string, conditions: readonly Condition[]) {
  const read = async (db: Db, tenant?: string) => {
    const inForce = await findInForce(db, list.kind, day)
    return inForce && findRows(db, list, inForce, meets(list, conditions), tenant)
  }
  const all = [await read(ctx.db), ...(await ofFeedingTenants(ctx, read))]
  if (all.every((rows) => rows === undefined)) throw nothingFound()
  return all.filter(Boolean).join(',')
}

/** Writes the list of a day without one. */
export async function addTopology(
  ctx: Context,
  list: TopologyList,
  write: DayWrite,
  rows: ReceivedRows,
): Promise<DayList> {
  const assertFree = (inForce: DayList | undefined) => {
    if (inForce?.day !== write.day) return
    const problem = `Topology already exists for date: ${write.day}`
    throw topologyTaken(`${problem}, please either update it or delete it first!`)
  }
  // Clients often write a day twice: the rows of the second write need not be prepared.
  assertFree(await findInForce(ctx.db, list.kind, write.day))
  return store(ctx, list, write, rows, (inForce) => {
    assertFree(inForce)
    assertInForce(ctx, list, write, inForce)
  })
}

/** Writes the list of a day, whether it has one or not; readers never see the day without a list. */
export const changeTopology = (
  ctx: Context,
  list: TopologyList,
  write: DayWrite,
  rows: ReceivedRows,
): Promise<DayList> => store(ctx, list, write, rows, (inForce) => assertInForce(ctx, list, write, inForce))

/** Deletes the list of exactly this day, so that the one before is in force again. Returns the deleted list. */
export const deleteTopology = (ctx: Context, list: TopologyList, write: DayWrite): Promise<DayList> =>
  inWriteTransaction(ctx.db, async (db) => {
    const inForce = await findInForce(db, list.kind, write.day)
    if (inForce?.day !== write.day) throw nothingFound()
    assertInForce(ctx, list, write, inForce)
    await insertVersion(db, list.kind, versionOf(ctx, write.day))
    return inForce
  })

/** Restores the last list of a day that was deleted, unless another one was written since. */
export const restoreTopology = (ctx: Context, list: TopologyList, day: string): Promise<DayList> =>
  inWriteTransaction(ctx.db, async (db) => {
    const deleted = await findDeleted(db, list.kind, day)
    if (deleted === undefined) throw nothingFound()
    await insertVersion(db, list.kind, { ...versionOf(ctx, day), version: deleted })
    return stored(db, list.kind, day)
  })

/**
 * Storing the rows can take seconds, for which only writes of the same list wait. The tenant's write lock is taken
 * afterwards, so that other writes do not fail because they waited too long.
 */
const store = (
  { db, ...ctx }: Context,
  list: TopologyList,
  { day }: DayWrite,
  rows: ReceivedRows,
  assertAllowed: (inForce: DayList | undefined) => void,
): Promise<DayList> =>
  db.transaction().execute(async (db) => {
    await createStaged(db)
    for (const [number, { hashes }] of rows.batches.entries()) await stage(db, number, hashes)
    await lockRows(db, list, ctx.caller.tenant)
    assertAllowed(await findInForce(db, list.kind, day))
    const written = await storeStaged(db, list, rows.batches)
    await lockWrites(db)
    // A day can have been deleted or restored since.
    assertAllowed(await findInForce(db, list.kind, day))
    const version = { list: written.list, leftOut: rows.leftOut ?? null }
    await insertVersion(db, list.kind, { ...versionOf(ctx, day), version })
    return stored(db, list.kind, day)
  })

const versionOf = ({ now, caller }: Pick<Context, 'now' | 'caller'>, day: string) => ({
  day,
  at: now,
  by: caller,
})

async function stored(db: Db, kind: TopologyKind, day: string): Promise<DayList> {
  const inForce = await findInForce(db, kind, day)
  if (!inForce) throw new Error(`The topology of ${day} was not stored.`)
  return inForce
}

const assertInForce = (ctx: Context, list: TopologyList, { ifMatch }: DayWrite, inForce: DayList | undefined) =>
  assertListSeen(ifMatch, inForce && tagOfTopologyList(ctx, list, inForce))
