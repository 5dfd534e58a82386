import type { AddInput } from '@quatrain/contract/kit/resource.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import type { WebApiMetricProfile, WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'
import { byCodePoint } from '#kit/recording/by-code-point.ts'
import type { CollectionAdapter } from '#kit/two-stores/adapter.ts'
import type { WebApi } from '#request/web-api.ts'
import * as repository from './metric-profiles.repository.ts'

type Content = Omit<AddInput<typeof metricProfiles>, 'apiid'>

/** Metric profiles in the Web API and in the console's database. */
export const metricProfileStores: CollectionAdapter<
  Content,
  repository.StoredProfile,
  WebApiMetricProfile,
  WebApiMetricProfileInput
> = {
  resource: metricProfiles,
  remote: (webApi) => webApi.metricProfiles,
  toRemote: ({ name, description, services }) => ({ name, description, services: metricsByService(services) }),
  find: repository.findIfThere,
  findAll: repository.findAllWithPairs,
  dependents,
}

/** Groups pairs by service, in the given order. */
function metricsByService(pairs: Content['services']): WebApiMetricProfileInput['services'] {
  const byService = Map.groupBy(pairs, ({ service }) => service)
  return [...byService].map(([service, pairs]) => ({ service, metrics: pairs.map(({ metric }) => metric) }))
}

/**
 * The dependents of a profile, one sentence for each kind (decision D17). Aggregation profiles and reports are stored in the
 * Web API only, and read from it each time.
 */
async function dependents({ profileUsers }: WebApi, apiid: string): Promise<string[]> {
  const [aggregationProfiles, reports] = await Promise.all([profileUsers.aggregationProfiles(), profileUsers.reports()])
  return Object.entries({ 'aggregation profile(s)': aggregationProfiles, 'report(s)': reports }).flatMap(
    ([what, all]) => {
      const users = all.filter(({ profiles }) =>
        profiles.some(({ type, id }) => type === 'metric' && id.toLowerCase() === apiid),
      )
      if (users.length === 0) return []
      const names = users.map(({ name }) => name).sort(byCodePoint)
      return [`Metric profile is associated with ${what}: ${names.join(', ')}`]
    },
  )
}
