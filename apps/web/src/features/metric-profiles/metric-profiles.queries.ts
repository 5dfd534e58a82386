import { availableMetricTemplates } from '@quatrain/contract/catalogue.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { gatewayMetricProfiles } from '@quatrain/contract/web-api/gateway.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/call.ts'
import { resourceQueries } from '#kit/resource-queries.ts'

export const queries = resourceQueries(metricProfiles)

/** The metrics that a profile of this tenant may hold: those of every template that the tenant can use. */
export const predefinedMetrics = queryOptions({
  queryKey: ['availmetrictemplates'],
  queryFn: ({ signal }) => call(availableMetricTemplates, {}, { signal }),
  staleTime: 5 * 60_000,
})

/** The services that profiles of this tenant name already; any other is allowed as well. */
export const knownServices = queryOptions({
  queryKey: [...queries.all, 'services'],
  queryFn: async ({ signal }) => {
    const { data } = await call(gatewayMetricProfiles, {}, { signal })
    const names = new Set(data.flatMap(({ services }) => services.map(({ service }) => service)))
    return [...names].sort((a, b) => a.localeCompare(b))
  },
  staleTime: 5 * 60_000,
})
