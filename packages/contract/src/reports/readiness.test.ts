import { expect, test } from 'vitest'
import { type ReportParts, readinessOf, requiredStates } from './readiness.ts'

const ready: ReportParts = {
  metricProfile: { name: 'CORE', services: [{ service: 'web', metric: 'http' }] },
  aggregationProfile: {
    metric_profile: 'CORE',
    endpoint_group: 'sites',
    groups: [{ services: [{ name: 'web' }] }],
  },
  thresholdsProfile: { rules: [{ metric: 'http' }] },
  operationsProfile: { available_states: requiredStates },
  endpointGroup: 'sites',
  serviceTypes: ['web', 'web'],
}

test('a report whose parts fit together has no findings', () => expect(readinessOf(ready)).toEqual([]))

test('nothing is found about parts that are unknown', () => {
  expect(readinessOf({})).toEqual([])
  for (const part of Object.keys(ready)) expect(readinessOf({ ...ready, [part]: undefined })).toEqual([])
})

const aggregation = { metric_profile: 'CORE', endpoint_group: 'sites', groups: [{ services: [{ name: 'web' }] }] }

test.each<[string, Partial<ReportParts>, string[], string]>([
  ['other metric profile', { aggregationProfile: { ...aggregation, metric_profile: 'OLD' } }, ['OLD'], 'aggregation'],
  ['other endpoint group', { endpointGroup: 'servicegroups' }, ['sites'], 'aggregation'],
  [
    'services without metrics',
    { aggregationProfile: { ...aggregation, groups: [{ services: [{ name: 'web' }, { name: 'ftp' }] }] } },
    ['ftp'],
    'metric',
  ],
  ['service types without group', { serviceTypes: ['web', 'smtp', 'ftp', 'ftp'] }, ['ftp', 'smtp'], 'aggregation'],
  ['thresholds without metric', { thresholdsProfile: { rules: [{ metric: 'disk' }] } }, ['disk'], 'thresholds'],
  ['missing states', { operationsProfile: { available_states: requiredStates.slice(1) } }, ['OK'], 'operations'],
])('%s', (problem, change, names, profile) => {
  expect(readinessOf({ ...ready, ...change })).toEqual([{ problem, names, profile }])
})
