import type { AffectedObject } from '@quatrain/contract/kit/dry-run.ts'
import { references } from '@quatrain/contract/resources/references.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { parsedJson } from '@quatrain/platform/parsed-json.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { storedNames } from '#kit/references/stored-names.ts'
import type { Context } from '#request/context/context.ts'
import type { MissingName, Preview, Recording } from '#request/context/recording.ts'
import { type Change, changesOf, digestOfChanges, emptyDigest, summarized } from './changes.ts'
import { twinsOf } from './twins.ts'

/** The maximum numbers of objects in a sample: of one group, of all groups, and of characters in their documents. */
const maxOfGroup = 50
const maxObjects = 1000
const maxCharacters = 4_000_000

/** The columns that have the same value in each row. */
interface Overall {
  readonly digest: string
  readonly twins: Recording['twins']
  readonly mayLeaveMissingNames: boolean
  readonly later: Preview['groups']
}

interface Row extends AffectedObject {
  readonly step: number
  readonly position: number
  readonly tenantId: number
  readonly count: number
  readonly rank: number
  /** Whether the sample has room for its documents. */
  readonly isListed: boolean
}

/**
 * The preview of a dry run: the number of changes by tenant, kind and action, and a sample of each group; with a
 * cursor, the next changes of its group. The sample starts with the object of the write; it has at least one object of each
 * group, as long as there is room for documents. One statement, and one more for missing names where there can be some; the documents
 * of all others stay in the database, and those of the server are not sent there. The recording gets the twins of names, and the names
 * that are missing afterwards. Throws `invalid_input` for a cursor that no dry run has returned.
 */
export async function previewOf(ctx: Context, changes: readonly Change[]): Promise<Preview> {
  const { cursor } = ctx.write
  const from = cursor === undefined ? undefined : readCursor(cursor)
  const isSampled = from
    ? sql`tenant_id = ${from.tenantId} and kind = ${from.kind} and action = ${from.action}
        and rank > ${from.rank} and rank <= ${from.rank + maxOfGroup}`
    : sql`rank <= greatest(1, least(${maxOfGroup}, ${maxObjects} / (select count(*) from ranked where rank = 1)))`
  // The order of a group that is read in parts is the same in each run; the object of the write is the first.
  const isFirst = from ? sql`place = 1` : sql`(step = 0 and position = 0)`
  const { rows } = await sql<(Row | { readonly rank: null }) & Overall>`
    with ${changesOf(ctx, changes, summarized)}, ranked as (
      select *, count(*) over grouped as count, min(step) over grouped as first_step, row_number() over (
        partition by tenant_id, kind, action order by step = 0 and position = 0 desc, name collate "C", object_id) as rank
      from changes
      window grouped as (partition by tenant_id, kind, action)
    ), sampled as (
      select *, sum(ranked.characters + coalesce(length(before::text), 0) + coalesce(length(after::text), 0))
        over (order by rank > ${(from?.rank ?? 0) + 1}, first_step, tenant_id, kind, action, rank) as characters_so_far,
        row_number() over (partition by tenant_id, kind, action order by rank) as place
      from ranked where ${isSampled}
    ), fitting as (
      select *, characters_so_far <= ${maxCharacters} or ${isFirst} as is_listed from sampled
    ), listed as (
      -- The first row of a group says how many there are.
      select fitting.*, tenant.name as tenant from fitting join tenants as tenant on tenant.id = fitting.tenant_id
      where is_listed or place = 1
    )
    select ${digestOfChanges} as digest, ${twinsOf(ctx, changes)} as twins, ${mayLeaveMissingNames} as "mayLeaveMissingNames",
      ${laterGroups} as later, step, position, tenant_id as "tenantId", tenant, kind, action, name,
      case when is_listed then before end as before, case when is_listed then after end as after, is_listed as "isListed",
      count::integer, rank::integer
    from (select) as always left join listed on true
    order by step, position, tenant, name
  `.execute(ctx.db)
  ctx.recording.twins = rows[0]?.twins
  if (rows[0]?.mayLeaveMissingNames && !ctx.write.withoutWarnings)
    ctx.recording.missingNames = await missingAfter(ctx, changes)
  const rankedRows = rows.filter((row) => row.rank !== null)
  if (from && rankedRows.length === 0) throw wrongCursor()
  const groups = [
    ...Map.groupBy(rankedRows, ({ tenantId, kind, action }) => JSON.stringify([tenantId, kind, action])).values(),
  ]
  return {
    preview: rows[0]?.digest ?? emptyDigest,
    changes: rankedRows
      .filter(({ isListed }) => isListed)
      .map(({ step, position, tenant, kind, name, action, ...row }) => {
        const { before = null, after = null } = (step === 0 ? changes[position] : row) ?? {}
        return { tenant, kind, name, action, before, after }
      }),
    groups: [...groups.flatMap(groupOf), ...(from ? [] : (rows[0]?.later ?? []))],
  }
}

/** The preview of this dry run; empty if the write has not recorded anything. */
export const previewIn = (ctx: Context): Preview => ctx.recording.preview ?? nothingToPreview(ctx)

/** The preview of a dry run without effects. Throws `invalid_input` if a cursor was sent. */
export function nothingToPreview({ write: { cursor } }: Context): Preview {
  if (cursor !== undefined) throw wrongCursor()
  return { preview: emptyDigest, changes: [], groups: [] }
}

/** What follows later is counted only: its documents are made when it does. */
const laterGroups = sql`(
  select coalesce(json_agg(json_build_object('tenant', tenant.name, 'kind', later.kind, 'action', later.action,
    'count', later.count, 'next', null, 'later', true) order by tenant.name, later.kind), '[]')
  from later join tenants as tenant on tenant.id = later.tenant_id)`

function groupOf(rankedRows: readonly Row[]): Preview['groups'] {
  const [first] = rankedRows
  if (!first) return []
  const { tenantId, tenant, kind, action, count } = first
  const rank = Math.max(0, ...rankedRows.flatMap((row) => (row.isListed ? [row.rank] : [])))
  const next = rank < count ? writeCursor({ tenantId, kind, action, rank }) : null
  return [{ tenant, kind, action, count, next }]
}

/** The last listed object of a group; 0 if none is. */
const place = z.object({ tenantId: z.int(), kind: z.string(), action: z.string(), rank: z.int().nonnegative() })
const wrongCursor = () => invalidInput({ cursor: 'Not a cursor of this dry run' })

const writeCursor = (last: z.output<typeof place>) => Buffer.from(JSON.stringify(last)).toString('base64url')

function readCursor(cursor: string): z.output<typeof place> {
  const { data } = place.safeParse(parsedJson(Buffer.from(cursor, 'base64url').toString()))
  if (!data) throw wrongCursor()
  return data
}

/** The delete of a metric template names the templates that still refer to it: it can be a later one. */
const staying = references.filter(({ deleted, to }) => deleted === 'stays' && to !== 'metrictemplate')
const targets: readonly string[] = [...new Set(staying.map(({ to }) => to))]

const stayingNames = storedNames(staying, {
  isShort: true,
  more: ({ to }) => sql`, object.tenant_id, ${to}::text`,
})

/** The maximum number of objects that are named. */
const maxNamed = 100

/** Whether one of the `changes` may leave names that nothing has: a delete, or an add of a metric, whose parent the tenant may not have. */
const mayLeaveMissingNames = sql`exists (
  select from changes where (action = 'delete' and kind = any(${targets}::text[])) or (action = 'add' and kind = 'metric'))`

/**
 * The objects that refer to what does not exist after these changes, because one of them deletes it, or adds a metric whose parent or
 * dependency the tenant does not have. A statement of its own, because planning it takes longer than the rest of a preview.
 */
const missingAfter = (ctx: Context, changes: readonly Change[]): Promise<MissingName[]> =>
  rowsIn(ctx.db)<MissingName>`
    with ${changesOf(ctx, changes, summarized)},
    reference (kind, name, field, refers_to, tenant_id, target) as materialized (${stayingNames}), missing as (
      select reference.* from reference join changes on changes.action = 'delete' and changes.kind = reference.target
        and changes.tenant_id = reference.tenant_id and changes.name = reference.refers_to
      union
      select reference.* from reference join changes on changes.action = 'add' and changes.kind = reference.kind
        and changes.tenant_id = reference.tenant_id and changes.name = reference.name
      where reference.kind = 'metric' and reference.refers_to <> ''
    ), distinct_names as (
      select distinct target, refers_to as "refersTo", tenant.name as tenant, kind, missing.name
      from missing join tenants as tenant on tenant.id = missing.tenant_id
      where target <> 'metric' or not exists (
        select from metrics_with_content as metric
        where metric.tenant_id = missing.tenant_id and metric.name = missing.refers_to)
      limit ${maxNamed}
    )
    select * from distinct_names order by target, "refersTo", tenant, kind, name
  `
