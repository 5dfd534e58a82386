// Queries on thresholds profiles for other features.
import type { UnresolvedReferences } from '@quatrain/contract/console/home.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'

/** The profiles with rules for metrics that the tenant does not have. */
export async function profilesWithUnknownMetrics({ db }: Context): Promise<UnresolvedReferences[]> {
  const { rows } = await sql<UnresolvedReferences>`
    with used as (
      select profile.name, metric from thresholds_profiles as profile cross join unnest(profile.metric_names) as metric
    )
    select name, (array_agg(metric order by metric))[1:3] as missing, count(*)::integer as count
    from used
    where not exists (
      select from metrics_with_content as known where known.name = used.metric)
    group by name order by name
  `.execute(db)
  return rows
}
