import type { WebApiAggregationProfileInput } from '@quatrain/contract/web-api/aggregation-profiles.ts'
import type { WebApiDowntime } from '@quatrain/contract/web-api/downtimes.ts'
import type { WebApiMetricProfileInput } from '@quatrain/contract/web-api/metric-profiles.ts'
import type { WebApiOperationsProfileInput } from '@quatrain/contract/web-api/operations-profiles.ts'
import type { WebApiReportInput } from '@quatrain/contract/web-api/reports.ts'
import type { WebApiServiceTypeInput } from '@quatrain/contract/web-api/service-types.ts'
import type { WebApiThresholdsProfileInput } from '@quatrain/contract/web-api/thresholds-profiles.ts'
import type { WebApiEndpointInput, WebApiGroupInput } from '@quatrain/contract/web-api/topology.ts'
import type { WebApiWeightsInput } from '@quatrain/contract/web-api/weights.ts'

let made = 0

/** A metric profile with its own name. */
export function aMetricProfile(given: Partial<WebApiMetricProfileInput> = {}): WebApiMetricProfileInput {
  made += 1
  return {
    name: `profile ${made}`,
    description: `The ${made}.`,
    services: [{ service: 'web', metrics: ['http'] }],
    ...given,
  }
}

/** A service type with its own name, as the console writes it. */
export function aServiceType(given: Partial<WebApiServiceTypeInput> = {}): WebApiServiceTypeInput {
  made += 1
  return { name: `service ${made}`, title: `Title ${made}`, description: `The ${made}.`, tags: ['poem'], ...given }
}

/** An aggregation profile with its own name, for the metric profile with this id. */
export function anAggregationProfile(
  metricProfile: string,
  given: Partial<WebApiAggregationProfileInput> = {},
): WebApiAggregationProfileInput {
  made += 1
  return {
    name: `aggregation ${made}`,
    namespace: 'ORCHARD',
    endpoint_group: 'sites',
    metric_operation: 'AND',
    profile_operation: 'AND',
    metric_profile: { id: metricProfile, name: '' },
    groups: [{ name: 'portals', operation: 'OR', services: [{ name: 'web', operation: 'AND' }] }],
    ...given,
  }
}

/** A thresholds profile with its own name. */
export function aThresholdsProfile(given: Partial<WebApiThresholdsProfileInput> = {}): WebApiThresholdsProfileInput {
  made += 1
  return {
    name: `thresholds ${made}`,
    rules: [{ endpoint_group: 'TUNDRA', host: 'a.example', metric: 'http', thresholds: 'time=1s;0:5;5:;0;60' }],
    ...given,
  }
}

/** An operations profile with its own name, with two states. */
export function anOperationsProfile(given: Partial<WebApiOperationsProfileInput> = {}): WebApiOperationsProfileInput {
  made += 1
  return {
    name: `operations ${made}`,
    available_states: ['UP', 'GONE'],
    defaults: { down: 'GONE', missing: 'GONE', unknown: 'UP' },
    operations: [{ name: 'AND', truth_table: [{ a: 'UP', b: 'GONE', x: 'GONE' }] }],
    ...given,
  }
}

/** Weights with their own name, as a connector sends them. */
export function someWeights(given: Partial<WebApiWeightsInput> = {}): WebApiWeightsInput {
  made += 1
  return {
    name: `weights ${made}`,
    weight_type: 'hepspec',
    group_type: 'SITES',
    groups: [{ name: 'TUNDRA', value: 1406.5 }],
    ...given,
  }
}

/** A downtime of a whole day. */
export const aDowntime = (given: Partial<WebApiDowntime> = {}): WebApiDowntime => ({
  hostname: 'a.example',
  service: 'web',
  start_time: '2026-07-01T00:00:00Z',
  end_time: '2026-07-01T23:59:00Z',
  ...given,
})

/** A report with its own name, as the console sends it: without a weight and computations. */
export function aReport(given: Partial<WebApiReportInput> = {}): WebApiReportInput {
  made += 1
  return {
    disabled: false,
    info: { name: `report ${made}`, description: `The ${made}.` },
    thresholds: { availability: 80, reliability: 85, uptime: 0.8, unknown: 0.1, downtime: 0.1 },
    topology_schema: { group: { type: 'NGI', group: { type: 'SITES' } } },
    profiles: [],
    filter_tags: [],
    ...given,
  }
}

/** A group with its own subgroup. */
export function aGroup(given: Partial<WebApiGroupInput> = {}): WebApiGroupInput {
  made += 1
  return { group: 'NORTH', type: 'NGI', subgroup: `site ${made}`, tags: {}, ...given }
}

/** An endpoint with its own host. */
export function anEndpoint(given: Partial<WebApiEndpointInput> = {}): WebApiEndpointInput {
  made += 1
  return { group: 'site', type: 'SITES', service: 'web', hostname: `host${made}.example`, tags: {}, ...given }
}
