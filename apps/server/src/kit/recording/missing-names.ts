import { references } from '@quatrain/contract/resources/references.ts'
import { type RawBuilder, sql } from 'kysely'
import { storedNames } from '#kit/references/stored-names.ts'
import type { Context } from '#request/context/context.ts'
import type { Recording } from '#request/context/recording.ts'
import { collectsChanges } from '#request/tables/temporary.ts'
import type { Change } from './changes.ts'

/** The delete of a metric template names the templates that still refer to it: it can be a later one. */
const staying = references.filter(({ deleted, to }) => deleted === 'stays' && to !== 'metrictemplate')
const targets: readonly string[] = [...new Set(staying.map(({ to }) => to))]

const stayingNames = storedNames(staying, {
  isShort: true,
  more: ({ to }) => sql`, object.tenant_id, ${to}::text`,
})

/** The maximum number of objects that are named. */
const maxNamed = 100

const mayMiss = ({ kind, before, after }: Change) =>
  (after === undefined && targets.includes(kind)) || (before === undefined && kind === 'metric')

/**
 * Selects the objects that refer to what does not exist after these changes, because one of them deletes it, or adds a metric whose
 * parent or dependency the tenant does not have. It is an expression over `changes`, so that a dry run needs no statement for it.
 */
export function missingAfter(ctx: Context, changes: readonly Change[]): RawBuilder<Recording['missingNames'] | null> {
  if (!collectsChanges(ctx.db) && !changes.some(mayMiss)) return sql`null::json`
  return sql`(
    case when exists (
      select from changes where (action = 'delete' and kind = any(${targets}::text[])) or (action = 'add' and kind = 'metric')
    ) then (
      with reference (kind, name, field, refers_to, tenant_id, target) as materialized (${stayingNames}), missing as (
        select reference.* from reference join changes on changes.action = 'delete' and changes.kind = reference.target
          and changes.tenant_id = reference.tenant_id and changes.name = reference.refers_to
        union
        select reference.* from reference join changes on changes.action = 'add' and changes.kind = reference.kind
          and changes.tenant_id = reference.tenant_id and changes.name = reference.name
        where reference.kind = 'metric' and reference.refers_to <> ''
      )
      select json_agg(missing order by target, "refersTo", tenant, kind, name) from (
        select distinct target, refers_to as "refersTo", tenant.name as tenant, kind, missing.name
        from missing join tenants as tenant on tenant.id = missing.tenant_id
        where target <> 'metric' or not exists (
          select from metrics_with_content as metric
          where metric.tenant_id = missing.tenant_id and metric.name = missing.refers_to)
        limit ${maxNamed}) as missing
    ) end)`
}
