// Queries on aggregation profiles for other features.
import type { UnresolvedReferences } from '@quatrain/contract/console/home.ts'
import { rowNamesIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import type { Context } from '#request/context/context.ts'

/** The names of those that refer to this metric profile. */
export async function aggregationProfilesUsing({ db }: Context, metricProfile: string): Promise<string[]> {
  const users = db.selectFrom('aggregation_profiles').select('name').where('metric_profile', '=', metricProfile)
  return (await users.execute()).map(({ name }) => name)
}

/** The names of those with this service type in a group, by name. */
export const aggregationProfilesWithService = ({ db }: Context, service: string) =>
  rowNamesIn(db)`
    select name from aggregation_profiles where ${service} = any(service_names) order by name`

/** The profiles with services that are not in their metric profile. */
export const profilesWithUnknownServices = ({ db }: Context) =>
  rowsIn(db)<UnresolvedReferences>`
    with used as (
      select profile.tenant_id, profile.name, profile.metric_profile, service
      from aggregation_profiles as profile cross join unnest(profile.service_names) as service
    )
    select name, (array_agg(service order by service))[1:3] as missing, count(*)::integer as count
    from used
    where not exists (
      select from metric_profiles as known
      join metric_profile_instances as pair on pair.tenant_id = known.tenant_id and pair.profile_id = known.id
      where known.tenant_id = used.tenant_id and known.name = used.metric_profile and pair.service = used.service)
    group by name order by name`
