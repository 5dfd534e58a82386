// Queries on metric profiles for other features.
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'

/** Returns the metric profiles that contain this service type, by name, with the metrics that they check for it. */
export const profilesWithService = ({ db }: Context, service: string) =>
  rowsIn(db)<{ name: string; metrics: string[] }>`
    select profile.name, array_agg(pair.metric order by pair.metric) as metrics
    from metric_profile_instances as pair
    join metric_profiles as profile on profile.tenant_id = pair.tenant_id and profile.id = pair.profile_id
    where pair.service = ${service}
    group by profile.name order by profile.name`

/** A metric of a service type, and the profiles with this pair, by name. */
export interface CheckedPair {
  readonly service: string
  readonly metric: string
  readonly profiles: string[]
}

/** Returns which metrics are checked for these service types, by service type and metric. */
export const pairsOfServices = (ctx: Context, services: readonly string[]): Promise<CheckedPair[]> =>
  findPairs(ctx, sql`pair.service = any(${services}::text[])`)

/** Returns the service types for which these metrics are checked, by name. */
export const pairsOfMetrics = (ctx: Context, metrics: readonly string[]): Promise<CheckedPair[]> =>
  findPairs(ctx, sql`pair.metric = any(${metrics}::text[])`)

/** Returns all metrics that are checked, by service type and metric. */
export const allPairs = (ctx: Context): Promise<CheckedPair[]> => findPairs(ctx, sql`true`)

const findPairs = ({ db }: Context, condition: RawBuilder<unknown>) =>
  rowsIn(db)<CheckedPair>`
    select pair.service, pair.metric, array_agg(profile.name order by profile.name) as profiles
    from metric_profile_instances as pair
    join metric_profiles as profile on profile.tenant_id = pair.tenant_id and profile.id = pair.profile_id
    where ${condition}
    group by pair.service, pair.metric order by pair.service, pair.metric`
