import { references } from '@quatrain/contract/resources/references.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { storedNames } from '#kit/references/stored-names.ts'
import type { Context } from '#request/context/context.ts'
import type { MissingName } from '#request/context/recording.ts'
import { type Change, changesOf, summarized } from './changes.ts'

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
export const mayLeaveMissingNames = sql`exists (
  select from changes where (action = 'delete' and kind = any(${targets}::text[])) or (action = 'add' and kind = 'metric'))`

/**
 * The objects that refer to what does not exist after these changes, because one of them deletes it, or adds a metric whose parent or
 * dependency the tenant does not have. A statement of its own, because planning it takes longer than the rest of a preview.
 */
export const missingAfter = (ctx: Context, changes: readonly Change[]): Promise<MissingName[]> =>
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
