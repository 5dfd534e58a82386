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
} from './builders.ts'
import type { WebApiUnderTest } from './web-api.ts'

/** Stores one of everything, and returns a complete body for every address; null if it takes none. */
export async function addEveryBody(api: WebApiUnderTest): Promise<ReadonlyMap<string, unknown>> {
  const metricProfile = await api.add('metric_profiles', aMetricProfile())
  const aggregation = anAggregationProfile(metricProfile)
  const profiles = [{ id: metricProfile, name: '', type: 'metric' }]
  const filter_tags = [{ name: 'scope', value: 'a', context: 'b' }]
  const computations = { ar: true, status: true, trends: ['tags'] }
  const report = aReport({ profiles, filter_tags, computations, weight: 'x' })
  const thresholds = aThresholdsProfile()
  const operations = anOperationsProfile()
  const weights = someWeights()
  const ids = {
    metric_profiles: metricProfile,
    aggregation_profiles: await api.add('aggregation_profiles', aggregation),
    thresholds_profiles: await api.add('thresholds_profiles', thresholds),
    operations_profiles: await api.add('operations_profiles', operations),
    weights: await api.add('weights', weights),
    reports: await api.add('reports', report),
  }
  const samples = {
    metric_profiles: aMetricProfile(),
    aggregation_profiles: aggregation,
    thresholds_profiles: thresholds,
    operations_profiles: operations,
    weights,
    reports: report,
  }
  const bodies = new Map<string, unknown>(Object.entries(samples))
  for (const [path, id] of Object.entries(ids)) bodies.set(`${path}/${id}`, bodies.get(path))
  bodies.set('topology/service-types', [aServiceType()])
  await api.call('PUT', 'topology/groups', { body: [aGroup()] })
  await api.call('PUT', 'topology/endpoints', { body: [anEndpoint()] })
  bodies.set('topology/groups', [aGroup({ ...ofTopology, subgroup: 'full' })])
  bodies.set('topology/endpoints', [anEndpoint({ ...ofTopology, group: 'full' })])
  for (const path of onlyWritten) bodies.set(path, null)
  bodies.set('downtimes', { endpoints: [aDowntime({ description: 'x', classification: 'y', severity: 'z' })] })
  bodies.set('feeds/topology', {
    type: 'gocdb',
    feed_url: 'x',
    paginated: 'true',
    fetch_type: ['y'],
    uid_endpoints: 'z',
  })
  bodies.set('feeds/weights', { type: 'vapor', feed_url: 'x', weight_type: 'hepspec', group_type: 'SITES' })
  bodies.set('feeds/data', { tenants: ['ORCHARD'] })
  bodies.set('admin/metrics', [{ name: 'x', tags: ['y'] }])
  bodies.set('metrics', null)
  // Its own report: bodies that are sent to the other one change its name.
  await api.add('reports', aReport({ profiles, info: { name: 'unchanged', description: '' } }))
  bodies.set('metrics/by_report/unchanged', null)
  for (const path of [
    'tags',
    'stats/unchanged',
    'groups/by_report/unchanged',
    'endpoints/by_report/unchanged',
    'groups/left-out',
    'endpoints/left-out',
  ]) {
    bodies.set(`topology/${path}`, null)
  }
  const { topology_schema } = report
  bodies.set('topology/scope', { topology_schema, filter_tags, name: 'unchanged', search: 'x' })
  return bodies
}

const ofTopology = {
  notifications: { contacts: ['a@example.org'], enabled: true },
  tags: { monitored: '1' },
  tenant: 'HARBOR',
}

/** The addresses that cannot be read. */
export const onlyWritten: readonly string[] = [
  'topology/groups/restore',
  'topology/endpoints/restore',
  'topology/scope',
]

/** The key with the most permissions. */
export const keyFor = (path: string) => (path.startsWith('admin') ? 'administrator' : 'ORCHARD editor')
