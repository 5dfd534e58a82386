import { expect } from 'vitest'
import type { Client } from './test-app.ts'

/** A kind of profile that belongs to a group and is in both stores, for tests of what all of them do. */
export interface ProfileKind {
  readonly kind: string
  /** Its segment of the addresses of the console and of the Web API. */
  readonly path: string
  readonly remote: string
  readonly label: string
  /** The type by which reports refer to it. */
  readonly type: string
  /** Valid content besides name and group, and another one with the comment of a change from the first to it. */
  readonly content: object
  readonly changed: object
  readonly comment: string
  /** The content in the Web API. */
  readonly remoteContent: object
  /** The same as another client sends it, with the id of the metric profile `base`. */
  readonly remoteInput: (base: string) => object
  /** Another valid content of this kind in the Web API. */
  readonly remoteChanged: (base: string) => object
  /** Content of this many lists of members, for the number of statements. */
  readonly large: (lists: number, members: number) => object
}

const service = (name: string, operation = 'AND') => ({ name, operation })
const group = (name: string, ...services: object[]) => ({ name, operation: 'OR', services })
const aggregation = {
  endpoint_group: 'sites',
  metric_operation: 'AND',
  profile_operation: 'OR',
  metric_profile: 'base',
  groups: [group('web', service('ARC-CE'), service('portal')), group('storage', service('SRM'))],
}
const rule = { metric: 'disk', thresholds: 'time=1s;0:5;5:' }

/** The metric profile that the aggregation profiles refer to. */
export async function addMetricProfile(admin: Client, name = 'base'): Promise<string> {
  const profile = { name, groupname: 'operations', description: '', services: [{ service: 'portal', metric: 'disk' }] }
  const { status, body } = await admin.send('POST', 'metricprofiles', profile)
  expect(status).toBe(201)
  return body.apiid
}

const aggregationOf =
  (changed: object) =>
  (base: string): object => ({
    namespace: 'NORTH',
    endpoint_group: 'sites',
    metric_operation: 'AND',
    profile_operation: 'OR',
    metric_profile: { id: base, name: '' },
    groups: aggregation.groups,
    ...changed,
  })

export const aggregationKind: ProfileKind = {
  kind: 'aggregationprofile',
  path: 'aggregations',
  remote: 'aggregation_profiles',
  label: 'aggregation profile',
  type: 'aggregation',
  content: aggregation,
  changed: {
    ...aggregation,
    metric_operation: 'OR',
    groups: [group('web', service('ARC-CE', 'OR'), service('portal')), group('new', service('SRM'))],
  },
  comment:
    'Deleted groups field "storage". Changed groups field "web". Added groups field "new". Changed metric_operation.',
  remoteContent: {
    namespace: 'NORTH',
    endpoint_group: 'sites',
    metric_operation: 'AND',
    profile_operation: 'OR',
    metric_profile: { name: 'base' },
    groups: aggregation.groups,
  },
  remoteInput: aggregationOf({}),
  remoteChanged: aggregationOf({ metric_operation: 'OR' }),
  large: (lists, members) => ({
    ...aggregation,
    groups: Array.from({ length: lists }, (_, at) =>
      group(`group ${at}`, ...Array.from({ length: members }, (_, row) => service(`service type ${row}`))),
    ),
  }),
}

export const thresholdsKind: ProfileKind = {
  kind: 'thresholdsprofile',
  path: 'thresholdsprofiles',
  remote: 'thresholds_profiles',
  label: 'thresholds profile',
  type: 'thresholds',
  content: {
    rules: [rule, { ...rule, host: 'h.example.org' }, { metric: 'web.http', thresholds: 'aa=1;0:1;1:  bb=2;0:1;1: ' }],
  },
  changed: {
    rules: [
      { ...rule, thresholds: 'time=1s;0:6;6:' },
      { metric: 'new', thresholds: 'aa=1;~:5;5:' },
    ],
  },
  comment:
    'Deleted rule for metric "disk". Deleted rule for metric "web.http". Changed rule for metric "disk". Added rule for metric "new".',
  remoteContent: {
    rules: [rule, { ...rule, host: 'h.example.org' }, { metric: 'web.http', thresholds: 'aa=1;0:1;1:  bb=2;0:1;1: ' }],
  },
  remoteInput: () => ({
    rules: [rule, { ...rule, host: 'h.example.org' }, { metric: 'web.http', thresholds: 'aa=1;0:1;1:  bb=2;0:1;1: ' }],
  }),
  remoteChanged: () => ({ rules: [{ ...rule, thresholds: 'time=1s;0:9;9:' }] }),
  large: (lists, members) => ({
    rules: Array.from({ length: (lists * members) / 5 }, (_, at) => ({ ...rule, metric: `metric.${at}` })),
  }),
}

/** The kinds whose forms have no description, and whose histories are not public. */
export const profileKinds: readonly ProfileKind[] = [aggregationKind, thresholdsKind]
