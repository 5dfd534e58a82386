import { byServiceAndMetric, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import {
  type WebApiMetricProfile,
  type WebApiMetricProfileInput,
  webApiMetricProfile,
} from '@quatrain/contract/web-api/metric-profiles.ts'
import type { OwnedAdapter } from '#kit/owned/owned-parts.ts'
import { associations } from '#kit/two-stores/associations.ts'
import { type Content, metricProfileTable } from './metric-profiles.repository.ts'

/** Metric profiles in the Web API and in the console's database. */
export const metricProfileStores: OwnedAdapter<Content, WebApiMetricProfile, WebApiMetricProfileInput> = {
  resource: metricProfiles,
  remote: (webApi) => webApi.metricProfiles,
  item: webApiMetricProfile,
  identities: { services: ['service'] },
  toRemote: ({ name, description, services }) => ({ name, description, services: metricsByService(services) }),
  fromRemote: async (_, { name, description, services }, { groupname }) => ({
    name,
    groupname,
    description,
    services: pairsOf(services),
  }),
  // The order has no meaning, and a service may occur twice.
  comparable: ({ services, ...fields }) => ({ ...fields, services: metricsByService(pairsOf(services)) }),
  find: metricProfileTable.findIfThere,
  findAll: metricProfileTable.findAll,
  // Clients of the Web API can have added aggregation profiles and reports that the console does not know.
  async dependents({ profileUsers }, id) {
    const [aggregations, reports] = await Promise.all([profileUsers.aggregationProfiles(), profileUsers.reports()])
    const users = { 'aggregation profile(s)': aggregations, 'report(s)': reports }
    return associations(metricProfiles.label, { type: 'metric', id }, users)
  },
}

/** Groups pairs by service, in the given order. */
function metricsByService(pairs: Content['services']): WebApiMetricProfileInput['services'] {
  const byService = Map.groupBy(pairs, ({ service }) => service)
  return [...byService].map(([service, pairs]) => ({ service, metrics: pairs.map(({ metric }) => metric) }))
}

/** The pairs in their order, without repetitions. */
const pairsOf = (services: WebApiMetricProfileInput['services']): Content['services'] =>
  services
    .flatMap(({ service, metrics }) => metrics.map((metric) => ({ service, metric })))
    .toSorted(byServiceAndMetric)
    .filter((pair, at, pairs) => at === 0 || byServiceAndMetric(pairs[at - 1] ?? pair, pair) !== 0)
