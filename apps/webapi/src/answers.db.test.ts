import { webApiAggregationProfile } from '@quatrain/contract/web-api/aggregation-profiles.ts'
import { webApiDowntimes } from '@quatrain/contract/web-api/downtimes.ts'
import { dataEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { webApiDataFeed, webApiTopologyFeed, webApiWeightsFeed } from '@quatrain/contract/web-api/feeds.ts'
import { webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { webApiMetricTags } from '@quatrain/contract/web-api/metric-tags.ts'
import { webApiOperationsProfile } from '@quatrain/contract/web-api/operations-profiles.ts'
import { webApiReport } from '@quatrain/contract/web-api/reports.ts'
import { webApiServiceType } from '@quatrain/contract/web-api/service-types.ts'
import { webApiThresholdsProfile } from '@quatrain/contract/web-api/thresholds-profiles.ts'
import {
  webApiEndpoint,
  webApiGroup,
  webApiLeftOut,
  webApiTopologyStats,
  webApiTopologyTags,
} from '@quatrain/contract/web-api/topology.ts'
import { webApiWeights } from '@quatrain/contract/web-api/weights.ts'
import { databases } from '@quatrain/platform/testing/databases.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addressesOf, addressOf } from '#test/addresses.ts'
import {
  aDowntime,
  aGroup,
  aMetricProfile,
  anAggregationProfile,
  anEndpoint,
  anOperationsProfile,
  aReport,
  aServiceType,
  aThresholdsProfile,
  someWeights,
} from '#test/builders.ts'
import { onlyWritten } from '#test/every-body.ts'
import { startWebApi, type WebApiUnderTest } from '#test/web-api.ts'

/** The response schema of each address, by its path or the first part of it. */
const items: Record<string, z.ZodType> = {
  metric_profiles: webApiMetricProfile,
  aggregation_profiles: webApiAggregationProfile,
  thresholds_profiles: webApiThresholdsProfile,
  operations_profiles: webApiOperationsProfile,
  reports: webApiReport,
  'topology/service-types': webApiServiceType,
  'topology/groups': webApiGroup,
  'topology/endpoints': webApiEndpoint,
  'topology/groups/left-out': webApiLeftOut,
  'topology/endpoints/left-out': webApiLeftOut,
  'topology/groups/by_report/full': webApiGroup,
  'topology/endpoints/by_report/full': webApiEndpoint,
  'topology/stats/full': webApiTopologyStats,
  'topology/tags': webApiTopologyTags,
  weights: webApiWeights,
  downtimes: webApiDowntimes,
  'feeds/topology': webApiTopologyFeed,
  'feeds/weights': webApiWeightsFeed,
  'feeds/data': webApiDataFeed,
  metrics: webApiMetricTags,
  admin: webApiMetricTags,
}

describe.each(databases)('responses that the database writes on $name', (kind) => {
  let api: WebApiUnderTest
  /** Everything that can be read, with the optional fields that are left out. */
  let reads: { path: string; leftOut: string[] }[]
  beforeAll(async () => {
    api = await startWebApi(kind)
    const text = 'a "quoted" \\ text,\nin }two{ lines'
    const metric = await api.add('metric_profiles', aMetricProfile({ name: text, description: text }))
    const aggregation = await api.add('aggregation_profiles', anAggregationProfile(metric, { namespace: text }))
    const thresholds = await api.add('thresholds_profiles', aThresholdsProfile({ name: text }))
    const operations = await api.add('operations_profiles', anOperationsProfile({ name: text, description: text }))
    const weights = await api.add('weights', someWeights({ name: text, group_type: text }))
    const full = await api.add(
      'reports',
      aReport({
        info: { name: 'full', description: text },
        weight: text,
        computations: { ar: true, status: true, trends: ['tags'] },
        profiles: [{ id: metric, name: '', type: 'metric' }],
        filter_tags: [{ name: text, value: text, context: text }],
      }),
    )
    // The lowest level has no level below it.
    const lowest = 'data.0.topology_schema.group.group.group'
    const put = (path: string, body: unknown, key = 'ORCHARD editor') => api.call('PUT', path, { body, key })
    await put('topology/service-types', [aServiceType({ title: text, tenant: text })])
    await put('downtimes', {
      endpoints: [aDowntime({ hostname: text, description: text, classification: text, severity: text })],
    })
    await put('feeds/topology', { type: text, feed_url: text, fetch_type: [text] })
    await put('feeds/weights', { type: text, weight_type: text })
    await api.permit('ORCHARD', 'HARBOR')
    await put('feeds/data', { tenants: ['HARBOR'] })
    await put('topology/service-types', [aServiceType({ tenant: text })], 'HARBOR editor')
    const notifications = { contacts: [text], enabled: true }
    for (const key of ['ORCHARD editor', 'HARBOR editor']) {
      await put(
        'topology/groups',
        [aGroup({ subgroup: text, notifications, tags: { [text]: text }, tenant: text }), aGroup({ group: '' })],
        key,
      )
      await put(
        'topology/endpoints',
        [
          anEndpoint({ group: text, notifications, tags: { [text]: text }, tenant: text }),
          anEndpoint({ hostname: '' }),
        ],
        key,
      )
    }
    await put(
      'admin/metrics',
      [text, 'http'].map((name) => ({ name, tags: [text] })),
      'administrator',
    )
    reads = [
      { path: 'metric_profiles', leftOut: [] },
      { path: `metric_profiles/${metric}`, leftOut: [] },
      { path: 'aggregation_profiles', leftOut: [] },
      { path: `aggregation_profiles/${aggregation}`, leftOut: [] },
      { path: 'thresholds_profiles', leftOut: [] },
      { path: `thresholds_profiles/${thresholds}`, leftOut: [] },
      { path: 'operations_profiles', leftOut: [] },
      { path: `operations_profiles/${operations}`, leftOut: [] },
      { path: 'weights', leftOut: [] },
      { path: `weights/${weights}`, leftOut: [] },
      { path: 'reports', leftOut: [lowest] },
      { path: `reports/${full}`, leftOut: [lowest] },
      { path: 'topology/service-types', leftOut: [] },
      { path: 'topology/service-types?mode=combined', leftOut: [] },
      { path: 'topology/groups', leftOut: [] },
      { path: 'topology/groups?mode=combined', leftOut: [] },
      { path: 'topology/groups/left-out', leftOut: [] },
      { path: 'topology/endpoints/left-out', leftOut: [] },
      { path: 'topology/groups/by_report/full', leftOut: [] },
      { path: 'topology/endpoints/by_report/full', leftOut: [] },
      { path: 'topology/stats/full', leftOut: [] },
      { path: 'topology/tags', leftOut: [] },
      { path: 'topology/endpoints', leftOut: [] },
      { path: 'topology/endpoints?mode=combined', leftOut: [] },
      { path: 'downtimes', leftOut: [] },
      { path: 'feeds/topology', leftOut: [] },
      { path: 'feeds/weights', leftOut: [] },
      { path: 'feeds/data', leftOut: [] },
      { path: 'metrics', leftOut: [] },
      { path: 'metrics/by_report/full', leftOut: [] },
      { path: 'admin/metrics', leftOut: [] },
    ]
  })
  afterAll(() => api.close())

  test('have exactly the fields of the contract, at every address', async () => {
    const tried = reads.map(({ path }) => addressOf(path))
    expect(new Set([...tried, ...onlyWritten])).toEqual(addressesOf(api.app))

    for (const { path, leftOut } of reads) {
      const key = path.startsWith('admin') ? 'administrator' : 'ORCHARD editor'
      const { body } = await api.call('GET', path, { key })
      const [address = ''] = path.split('?')
      const [first = ''] = address.split('/')
      const schema = dataEnvelope(items[address] ?? items[first] ?? z.never())
      // Parsing drops unknown fields.
      expect(schema.parse(body), path).toStrictEqual(body)
      expect(missing(schema, body), path).toEqual(['status.details', ...leftOut])
    }
  })
})

/** The paths of fields that the schema has and the value has not. */
function missing(schema: unknown, value: unknown, place = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return value === undefined ? [place] : missing(schema.unwrap(), value, place)
  }
  const at = (key: string | number) => (place ? `${place}.${key}` : `${key}`)
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.length === 0 ? [at(0)] : value.flatMap((item, index) => missing(schema.element, item, at(index)))
  }
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, member]) =>
    missing(member, Reflect.get(Object(value), key), at(key)),
  )
}
