import { z } from 'zod'
import { tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint } from '../kit/endpoint.ts'
import { metricProfiles } from '../resources/metric-profile.ts'
import { dataEnvelope } from './envelopes.ts'
import { webApiMetricProfile } from './metric-profiles.ts'
import { webApiServiceType } from './service-types.ts'

// What browsers may read of the Web API, through the console's own server.

export const gatewayMetricProfiles = defineEndpoint({
  method: 'GET',
  path: '/api/v2/webapi/metric_profiles',
  summary: 'Metric profiles as the Web API has them',
  deployments: tenantOnly,
  caller: 'public-token',
  answer: dataEnvelope(webApiMetricProfile),
})

export const gatewayMetricProfile = defineEndpoint({
  method: 'GET',
  path: '/api/v2/webapi/metric_profiles/:id',
  summary: 'One metric profile as the Web API has it',
  deployments: tenantOnly,
  caller: 'public-token',
  params: z.object({ id: z.string() }),
  answer: dataEnvelope(webApiMetricProfile),
})

export const gatewayServiceTypes = defineEndpoint({
  method: 'GET',
  path: '/api/v2/webapi/topology/service-types',
  summary: 'Service types as the Web API has them today',
  deployments: tenantOnly,
  caller: 'public-token',
  answer: dataEnvelope(webApiServiceType),
})

/** For whoever builds a profile of a combined tenant out of those of the tenants that feed it (decision D29). */
export const gatewayFeedingMetricProfiles = defineEndpoint({
  method: 'GET',
  path: '/api/v2/webapi/feeding/:tenant/metric_profiles',
  summary: 'Metric profiles of a tenant that feeds this combined one',
  deployments: tenantOnly,
  caller: { may: 'add', resource: metricProfiles },
  params: z.object({ tenant: z.string() }),
  answer: dataEnvelope(webApiMetricProfile),
})
