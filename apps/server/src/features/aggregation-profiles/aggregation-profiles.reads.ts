// Queries on aggregation profiles for other features.
import { rowNamesIn } from '@quatrain/platform/database/rows.ts'
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
