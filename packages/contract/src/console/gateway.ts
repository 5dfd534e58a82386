import { z } from 'zod'
import { keySegment } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { defineEndpoint, defineRead, type Endpoint } from '../kit/endpoint.ts'
import { moment, optionalText } from '../kit/fields.ts'
import { texts } from '../kit/named-fields.ts'
import { metricProfiles } from '../resources/metric-profile.ts'
import { webApiAggregationProfile } from '../web-api/aggregation-profiles.ts'
import { dataEnvelope } from '../web-api/envelopes.ts'
import { webApiMetricProfile } from '../web-api/metric-profiles.ts'
import { webApiOperationsProfile } from '../web-api/operations-profiles.ts'
import { webApiReport } from '../web-api/reports.ts'
import { webApiServiceType } from '../web-api/service-types.ts'
import { isTagFilter } from '../web-api/tag-filter.ts'
import { webApiThresholdsProfile } from '../web-api/thresholds-profiles.ts'
import { webApiGroup, webApiTopologyTags } from '../web-api/topology.ts'

// What browsers may read from the Web API through the console's server.

/** The day (UTC) whose versions are read. */
const dateQuery = z.strictObject({ date: z.iso.date('Must be YYYY-MM-DD').optional() })

/** A read that is passed on to the Web API. */
const relayedRead = {
  method: 'GET',
  deployments: tenantOnly,
  userKeys: 'accepted',
  caller: 'public-token',
} as const

export const gatewayMetricProfiles = defineEndpoint({
  ...relayedRead,
  path: '/api/v2/webapi/metric_profiles',
  summary: 'Metric profiles as stored in the Web API',
  answer: dataEnvelope(webApiMetricProfile),
})

export const gatewayMetricProfile = defineEndpoint({
  ...relayedRead,
  path: '/api/v2/webapi/metric_profiles/:id',
  summary: 'One metric profile as stored in the Web API',
  params: z.object({ id: z.string() }),
  answer: dataEnvelope(webApiMetricProfile),
})

export const gatewayServiceTypes = defineEndpoint({
  ...relayedRead,
  path: '/api/v2/webapi/topology/service-types',
  summary: 'Service types of today as stored in the Web API',
  answer: dataEnvelope(webApiServiceType),
})

/** The documents were read earlier, because the Web API does not answer now. */
const stale = z.object({
  seenAt: moment(),
  /** The reason why the Web API could not be read. */
  reason: z.string(),
})

export type StaleRead = z.output<typeof stale>

export const gatewayOperationsProfiles = defineEndpoint({
  ...relayedRead,
  path: '/api/v2/webapi/operations_profiles',
  summary: 'Operations profiles as stored in the Web API, or as last seen there',
  query: dateQuery,
  answer: dataEnvelope(webApiOperationsProfile).extend({ stale: stale.optional() }),
})

export const gatewayOperationsProfile = defineEndpoint({
  ...relayedRead,
  path: '/api/v2/webapi/operations_profiles/:id',
  summary: 'One of the operations profiles as stored in the Web API',
  params: z.object({ id: keySegment() }),
  query: dateQuery,
  answer: dataEnvelope(webApiOperationsProfile),
})

/** The fields of a document that the console reads, for kinds that it has no screens for yet. */
const anyDocument = z.looseObject({})

/** The part of the Web API's address after `/api/v2/`, and the label of the collection. */
const profiles = [
  ['aggregation_profiles', 'Aggregation profiles', webApiAggregationProfile],
  ['thresholds_profiles', 'Thresholds profiles', webApiThresholdsProfile],
] as const

const byId = [...profiles, ['reports', 'Reports', webApiReport]] as const

/** The part of a report that the console reads; other services send null for a list that was never set. */
export const webApiReportUser = z.looseObject({
  info: z.looseObject({ name: z.string() }),
  profiles: z.array(z.looseObject({ id: z.string(), type: z.string() })).nullish(),
})

export const gatewayReports = defineEndpoint({
  ...relayedRead,
  path: '/api/v2/webapi/reports',
  summary: 'Reports as stored in the Web API',
  query: dateQuery,
  answer: dataEnvelope(webApiReportUser),
})

/** Filters of the topology; an empty value matches everything. */
const topologyQuery = z.strictObject({
  ...dateQuery.shape,
  type: optionalText(128).optional(),
  group: optionalText(128).optional(),
  subgroup: optionalText(128).optional(),
  service: optionalText(128).optional(),
  hostname: optionalText(255).optional(),
  tags: optionalText(512).refine(isTagFilter, 'Must be name:value pairs, separated by commas').optional(),
})

/** The part of an endpoint that the console reads; others are passed on. */
export const webApiTopologyEndpoint = z.looseObject({
  type: z.string().optional(),
  ...texts('group', 'service', 'hostname'),
})

/** All tags of groups and of endpoints, with their values. */
const gatewayTopologyTags = defineEndpoint({
  ...relayedRead,
  path: '/api/v2/webapi/topology/tags',
  summary: 'Tags of the topology as stored in the Web API',
  query: topologyQuery,
  answer: dataEnvelope(
    z.looseObject({
      name: z.string(),
      values: z.array(z.looseObject({ name: z.string(), values: z.array(z.string()) })),
    }),
  ),
})

export const gatewayTopologyGroups = defineEndpoint({
  ...relayedRead,
  path: '/api/v2/webapi/topology/groups',
  summary: 'Groups of the topology as stored in the Web API',
  query: topologyQuery,
  answer: dataEnvelope(z.looseObject({ type: z.string(), group: z.string(), subgroup: z.string() })),
})

/** A tenant without a topology has an empty list, so that browsers need not tell it from an error. */
export const gatewayTopologyEndpoints = defineEndpoint({
  ...relayedRead,
  path: '/api/v2/webapi/topology/endpoints',
  summary: 'Endpoints of the topology as stored in the Web API',
  query: topologyQuery,
  answer: dataEnvelope(webApiTopologyEndpoint),
})

/** An endpoint of the gateway, which returns the response of the Web API for one address. */
interface Relayed {
  /** Parts of the Web API's address after `/api/v2/`; the id of a document follows them. */
  readonly address: readonly string[]
  readonly endpoint: Endpoint
  /** The lists of a document: other services send null for one that was never set. */
  readonly lists: z.ZodType
}

/** All other collections that `config_options` has addresses of. */
export const relayed: readonly Relayed[] = [
  { address: ['topology', 'tags'], endpoint: gatewayTopologyTags, lists: webApiTopologyTags },
  { address: ['topology', 'groups'], endpoint: gatewayTopologyGroups, lists: webApiGroup },
  ...profiles.map(([path, label, lists]) => ({
    address: path.split('/'),
    lists,
    endpoint: defineEndpoint({
      ...relayedRead,
      path: `/api/v2/webapi/${path}`,
      summary: `${label} as stored in the Web API`,
      query: dateQuery,
      answer: dataEnvelope(anyDocument),
    }),
  })),
  ...byId.map(([path, label, lists]) => ({
    address: path.split('/'),
    lists,
    endpoint: defineEndpoint({
      ...relayedRead,
      path: `/api/v2/webapi/${path}/:id`,
      summary: `One of the ${label.toLowerCase()} as stored in the Web API`,
      params: z.object({ id: keySegment() }),
      query: dateQuery,
      answer: dataEnvelope(anyDocument),
    }),
  })),
]

/** Returns the metric profiles of the tenants that feed a combined tenant, for users who compose a profile of theirs (decision D29). */
export const gatewayFeedingMetricProfiles = defineRead({
  path: '/api/v2/webapi/feeding/:tenant/metric_profiles',
  summary: 'Metric profiles of a tenant that feeds this combined one',
  deployments: tenantOnly,
  caller: { may: 'add', resource: metricProfiles },
  params: z.object({ tenant: z.string() }),
  answer: dataEnvelope(webApiMetricProfile),
})
