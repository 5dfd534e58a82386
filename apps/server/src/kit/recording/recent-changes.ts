import type { ChangedObject, RecentChange } from '@quatrain/contract/console/home.ts'
import { firstRowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'

interface ChangesQuery {
  readonly kinds: readonly string[]
  readonly since: Date
  /** The maximum number of those since then. */
  readonly most: number
  /** The number of earlier ones if there are none since then. */
  readonly orLast: number
}

/**
 * The last writes that affected objects of these kinds, newest first: for each write its own object, which the recorder
 * puts first, and the number of its side effects.
 */
export async function recentChanges(
  ctx: Context,
  { kinds, since, most, orLast }: ChangesQuery,
): Promise<RecentChange[]> {
  const meant = sql<boolean>`kind = any(${[...kinds]}::text[]) and action in ('add', 'change', 'delete')`
  const recent = await readChanges(ctx, sql`writes as (${writesSince(since, meant, most)})`)
  return recent.length > 0 ? recent : readChanges(ctx, lastWrites(meant, orLast))
}

/** Rows that were recorded together have the same request and time; neither of the two is sufficient. */
const writesSince = (since: Date, meant: RawBuilder<boolean>, most: number) => sql`
  select min(number) as number, count(*)::integer - 1 as others
  from activity where at >= ${since} and ${meant} group by request_id, at order by at desc, min(number) desc limit ${most}`

/**
 * Write by write, newest first: the log is long, and a single write can have thousands of rows. Imported writes are not
 * numbered in the order of their times.
 */
const lastWrites = (meant: RawBuilder<boolean>, most: number) => {
  const writeEndingBefore = (at: RawBuilder<unknown>, number: RawBuilder<unknown>) => sql`
    select min(activity.number) as number, count(*)::integer - 1 as others, max(activity.at) as at
    from (
      select request_id, at from activity where (at, number) < (${at}, ${number}) and ${meant}
      order by at desc, number desc limit 1
    ) as last
    join activity on activity.at = last.at and activity.request_id = last.request_id and ${meant}
    having count(*) > 0`
  return sql`writes as (
    select write.*, 1 as rank from (${writeEndingBefore(sql`'infinity'::timestamptz`, sql`2147483647`)}) as write
    union all
    select earlier.number, earlier.others, earlier.at, writes.rank + 1
    from writes cross join lateral (${writeEndingBefore(sql`writes.at`, sql`writes.number`)}) as earlier
    where writes.rank < ${most}
  )`
}

async function readChanges(ctx: Context, writes: RawBuilder<unknown>): Promise<RecentChange[]> {
  const { rows } = await sql<RecentChange>`
    with recursive ${writes}
    select first.at, first.actor, first.action, first.kind, first.object_id as id, first.object_name as name, write.others, first.number
    from writes as write
    join activity as first on first.number = write.number
    order by first.at desc, first.number desc
  `.execute(ctx.db)
  return rows.map(({ at, ...change }) => ({ ...change, at: new Date(at).toISOString() }))
}

/** The change request that a row of `activity` belongs to, if it writes to objects of these kinds only. */
export const changeRequestOfRow = (kinds: readonly string[]) => sql<ChangedObject['request']>`(
  select json_build_object('id', id, 'title', title) from change_requests
  where tenant_id = activity.tenant_id and request_id = activity.request_id
    and not exists (select from json_to_recordset(writes) as write(kind text) where write.kind <> all(${[...kinds]}::text[])))`

/** The object of one of these kinds in a row of the activity log, before and after. */
export async function findChange(
  ctx: Context,
  number: number,
  kinds: readonly string[],
): Promise<ChangedObject | undefined> {
  const row = await firstRowIn(ctx.db)<ChangedObject>`
    select at, actor, action, kind, object_id as id, object_name as name, number, before, after, ${changeRequestOfRow(kinds)} as request
    from activity_with_documents as activity
    where number = ${number} and kind = any(${[...kinds]}::text[]) and action in ('add', 'change', 'delete')`
  return row && { ...row, at: new Date(row.at).toISOString() }
}

type NamedRequest = NonNullable<ChangedObject['request']>

export interface RecordedVersion {
  readonly id: number
  /** The name of the object then. */
  readonly object_repr: string
  readonly date_created: string
  /** Whether it is a deletion, which has no version. */
  readonly deleted?: boolean
}

/** Adds the change request that made each of these versions of a kind. Requests that write to other than `kinds` are left out. */
export async function withRequests<Version extends RecordedVersion>(
  { db }: Pick<Context, 'db'>,
  versions: readonly Version[],
  { kind, kinds }: { readonly kind: string; readonly kinds: readonly string[] },
): Promise<(Version & { readonly request?: NamedRequest })[]> {
  const times = versions.map(({ date_created }) => date_created)
  // The rows of a request have its time, by which an index finds them.
  const rows = await rowsIn(db)<{
    at: Date | string
    name: string
    version: number | null
    request: NamedRequest | null
  }>`
    select activity.at, activity.object_name as name, activity.after_version as version, ${changeRequestOfRow(kinds)} as request
    from change_requests as applied
    join activity on activity.tenant_id = applied.tenant_id and activity.at = applied.applied_at
      and activity.request_id = applied.request_id and activity.kind = ${kind}
    where applied.tenant_id = current_tenant() and applied.applied_at = any(${times}::timestamptz[])`
  const keyOf = (at: Date | string, name: string, version: number | null) =>
    JSON.stringify([new Date(at), name, version])
  const requests = new Map(rows.map(({ at, name, version, request }) => [keyOf(at, name, version), request]))
  return versions.map((version) => {
    const { date_created, object_repr, id, deleted = false } = version
    const request = requests.get(keyOf(date_created, object_repr, deleted ? null : id))
    return request ? { ...version, request } : version
  })
}
