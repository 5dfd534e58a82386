import { availableMetricTemplates } from '@quatrain/contract/catalogue/catalogue.ts'
import { gatewayFeedingMetricProfiles } from '@quatrain/contract/console/gateway.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { queryOf, resourceQueries } from '#kit/api/queries.ts'

export const metricProfileQueries = resourceQueries(metricProfiles)

/** The metrics that a profile of this tenant can contain: those of every template that the tenant can use. */
export const predefinedMetrics = queryOptions({
  ...queryOf(['availmetrictemplates'], availableMetricTemplates, {}),
  staleTime: 5 * 60_000,
})

/** The metric profiles of a tenant that feeds this combined one. */
export const feedingProfiles = (tenant: string) =>
  queryOptions({
    queryKey: ['feedingmetricprofiles', tenant],
    queryFn: async ({ signal }) => (await call(gatewayFeedingMetricProfiles, { params: { tenant } }, { signal })).data,
    staleTime: 5 * 60_000,
  })
