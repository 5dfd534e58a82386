import { expect } from 'vitest'
import { anOperationsProfile, otherProfiles } from './endpoint-samples.ts'
import { addMetricProfile, type ProfileKind, profileKinds } from './owned-profiles.ts'
import type { TestApp } from './test-app.ts'

/** The ids in the Web API of the profiles that the samples refer to. */
export interface Referenced {
  readonly metric: string
  readonly aggregation: string
  readonly operations: string
}

/** A kind of object that belongs to a group and is in both stores, for tests of what all of them do. */
export interface TwoStoreKind
  extends Pick<ProfileKind, 'kind' | 'path' | 'remote' | 'label' | 'content' | 'changed' | 'comment'> {
  /** The content as another client sends it to the Web API, and another valid one. */
  readonly remoteInput: (name: string, ids: Referenced) => object
  readonly remoteChanged: (name: string, ids: Referenced) => object
  readonly isRenamable: boolean
}

/** Adds the profiles that the samples of all kinds refer to. */
export async function addReferenced(server: TestApp): Promise<Referenced> {
  const admin = await server.as('admin')
  const { webApi } = await server.context('NORTH')
  const metric = await addMetricProfile(admin)
  const operations = await webApi.operationsProfiles.add(anOperationsProfile)
  const profile = { ...otherProfiles.aggregations, name: 'base', groupname: 'operations' }
  const { status, body } = await admin.send('POST', 'aggregations', profile)
  expect(status, body.detail).toBe(201)
  return { metric, operations, aggregation: body.apiid }
}

/** The name of a document of any of these kinds in the Web API. */
export const nameInWebApi = (item: { readonly name?: string; readonly info?: { readonly name: string } }) =>
  item.info?.name ?? item.name

const pairs = (...metrics: string[]) => ({
  description: 'd',
  services: metrics.map((metric) => ({ service: 's', metric })),
})
const remotePairs = (...metrics: string[]) => ({ description: 'd', services: [{ service: 's', metrics }] })

const ofProfiles = ({ remoteInput, remoteChanged, ...profile }: ProfileKind): TwoStoreKind => ({
  ...profile,
  remoteInput: (name, { metric }) => ({ name, ...remoteInput(metric) }),
  remoteChanged: (name, { metric }) => ({ name, ...remoteChanged(metric) }),
  isRenamable: false,
})

const remoteReport =
  (changed: object = {}) =>
  (name: string, ids: Referenced) => ({
    disabled: false,
    info: { name, description: '' },
    computations: { ar: true, status: true, trends: ['flapping', 'status', 'tags'] },
    thresholds: { availability: 80, reliability: 85, uptime: 0.8, unknown: 0.1, downtime: 0.1 },
    topology_schema: { group: { type: 'NGI', group: { type: 'SITES' } } },
    // In another order than the console's.
    profiles: (['operations', 'aggregation', 'metric'] as const).map((type) => ({ type, id: ids[type], name: 'base' })),
    filter_tags: otherProfiles.reports.filter_tags,
    ...changed,
  })

/** All kinds that both stores have, except for service types, which are one document. */
export const twoStoreKinds: readonly TwoStoreKind[] = [
  {
    ...{ kind: 'metricprofile', path: 'metricprofiles', remote: 'metric_profiles', label: 'metric profile' },
    content: pairs('disk'),
    changed: pairs('passive'),
    comment: 'Deleted service-metric instance tuple (s, disk). Added service-metric instance tuple (s, passive).',
    remoteInput: (name) => ({ name, ...remotePairs('disk') }),
    remoteChanged: (name) => ({ name, ...remotePairs('passive', 'disk') }),
    isRenamable: false,
  },
  ...profileKinds.map(ofProfiles),
  {
    ...{ kind: 'report', path: 'reports', remote: 'reports', label: 'report' },
    content: otherProfiles.reports,
    changed: { ...otherProfiles.reports, disabled: true, availability: 90, filter_tags: [] },
    comment: 'Changed disabled. Deleted filter "group: NGI_A". Changed availability.',
    remoteInput: remoteReport(),
    remoteChanged: remoteReport({ disabled: true, weight: 'hepspec', filter_tags: [] }),
    isRenamable: true,
  },
]
