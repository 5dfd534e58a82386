import type { TenantUse } from '@quatrain/contract/resources/tenant-use.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import type { RawBuilder } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

/**
 * The tenants with metrics that match `condition`, with the numbers of metrics and of their metric profiles. The
 * condition can use the columns of `metric`, among them those of its template version. `db` sees the tenants that the user may see. One statement.
 */
export const tenantsUsing = (db: Db, condition: RawBuilder<unknown>) =>
  rowsIn(db)<TenantUse>`
    with used as materialized (
      select metric.tenant_id, metric.name
      from metrics_with_content as metric
      where ${condition}
    ), named as materialized (
      -- Few of millions of metrics are in metric profiles, and only these are sorted.
      select tenant_id, name from used where name in (select metric from metric_profile_instances)
    )
    select tenant.name, counted.metrics, coalesce(held.profiles, 0) as profiles
    from tenants as tenant
    join (select tenant_id, count(*)::integer as metrics from used group by tenant_id) as counted
      on counted.tenant_id = tenant.id
    left join (
      select pair.tenant_id, count(distinct pair.profile_id)::integer as profiles
      from metric_profile_instances as pair
      join named on named.tenant_id = pair.tenant_id and named.name = pair.metric
      group by pair.tenant_id
    ) as held on held.tenant_id = tenant.id
    order by tenant.name`
