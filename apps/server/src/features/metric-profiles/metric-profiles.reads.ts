// Queries on metric profiles for other features.
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'

/** Which metric profiles contain this service type, and which metrics do they check for it? By name. */
export async function profilesWithService({ db }: Context, service: string) {
  const { rows } = await sql<{ name: string; metrics: string[] }>`
    select profile.name, array_agg(pair.metric order by pair.metric) as metrics
    from metric_profile_instances as pair
    join metric_profiles as profile on profile.tenant_id = pair.tenant_id and profile.id = pair.profile_id
    where pair.service = ${service}
    group by profile.name order by profile.name
  `.execute(db)
  return rows
}
