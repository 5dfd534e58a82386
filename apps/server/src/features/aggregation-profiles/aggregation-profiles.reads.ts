// Queries on aggregation profiles for other features.
import type { Context } from '#request/context.ts'

/** The names of those that refer to this metric profile. */
export async function aggregationProfilesUsing({ db }: Context, metricProfile: string): Promise<string[]> {
  const users = db.selectFrom('aggregation_profiles').select('name').where('metric_profile', '=', metricProfile)
  return (await users.execute()).map(({ name }) => name)
}
