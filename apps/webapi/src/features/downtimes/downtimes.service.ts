import type { WebApiDowntimesInput } from '@quatrain/contract/web-api/downtimes.ts'
import type { DayWrite } from '#kit/day-list-writes.ts'
import { dayLists, insertListVersion } from '#kit/day-lists.ts'
import type { Context } from '#kit/endpoint.ts'
import { assertSeen, tagOf } from '#kit/etags.ts'
import { assertNone, downtimesNotFound, downtimesTaken } from '#kit/refusals.ts'
import { type Db, inWriteTransaction } from '#kit/tenancy.ts'
import * as repository from './downtimes.repository.ts'

/** The entity tag of the downtimes of a day, unique among all states of all tenants. */
export const tagOfDay = ({ caller }: Context, day: string, changes: number): string =>
  tagOf(`${caller.tenant}.${day}`, changes)

/** The downtimes of exactly this day as JSON; undefined if it has none. */
export const findDowntimes = ({ db }: Context, day: string, filter: repository.DowntimeFilter) =>
  repository.findWritten(db, day, filter)

/**
 * Writes the downtimes of a day without any; returns their number of changes. Invalid downtimes are refused before
 * existing ones are reported: clients delete the existing ones to write these.
 */
export function addDowntimes(ctx: Context, write: DayWrite, input: WebApiDowntimesInput): Promise<number> {
  assertNone(problemsOfDowntimes(input))
  return onDay(ctx, write, (db, before) => {
    if (before) throw downtimesTaken(write.day)
    return store(ctx, db, write.day, input)
  })
}

/** Writes the downtimes of a day, whether it has any or not; readers never see the day without them. */
export const changeDowntimes = (ctx: Context, write: DayWrite, input: WebApiDowntimesInput): Promise<number> =>
  onDay(ctx, write, (db) => {
    assertNone(problemsOfDowntimes(input))
    return store(ctx, db, write.day, input)
  })

/** Deletes the downtimes of a day; an operator can restore them. */
export const deleteDowntimes = (ctx: Context, write: DayWrite): Promise<number> =>
  onDay(ctx, write, (db, head) => {
    if (!head) throw downtimesNotFound(write.day)
    return store(ctx, db, write.day)
  })

/** Runs `work` in one transaction with the state that the tenant's other writers have left, if it is the expected one. */
const onDay = <T>(
  ctx: Context,
  { day, ifMatch }: DayWrite,
  work: (db: Db, head: { readonly changes: number } | undefined) => Promise<T>,
): Promise<T> =>
  inWriteTransaction(ctx.db, async (db) => {
    const before = await repository.findHead(db, day)
    const tag = before && tagOfDay(ctx, day, before.changes)
    assertSeen(ifMatch, tag, 'the downtimes of that day are not those in If-Match')
    return work(db, before)
  })

const store = (ctx: Context, db: Db, day: string, input?: WebApiDowntimesInput) =>
  insertListVersion(db, dayLists.downtimes, {
    day,
    ...(input && { entries: input.endpoints }),
    at: ctx.now,
    by: ctx.caller,
  })

const required = ['hostname', 'service', 'start_time', 'end_time'] as const

/** All violations of the downtimes: missing fields. An endpoint can have several downtimes. */
export const problemsOfDowntimes = ({ endpoints }: WebApiDowntimesInput): string[] =>
  endpoints.flatMap((downtime, index) =>
    required
      .filter((field) => downtime[field].trim() === '')
      .map((field) => `endpoints[${index}].${field} is required`),
  )
