import { expect } from 'vitest'
import { addMetricProfile, aggregationKind, type ProfileKind, thresholdsKind } from './owned-profiles.ts'
import { anOperationsProfile, otherProfiles } from './stored-samples.ts'
import type { TestApp } from './test-app.ts'
import { addToWebApi, type WithWebApi } from './web-api-store.ts'

/** The ids in the Web API of the profiles that the samples refer to. */
export interface Referenced {
  readonly metric: string
  readonly aggregation: string
  readonly operations: string
}

/** A kind of object that belongs to a group and is in both stores, for tests of what all of them do. */
export interface TwoStoreKind extends Pick<ProfileKind, 'kind' | 'path' | 'remote' | 'label' | 'content' | 'changed'> {
  /** The content as another client sends it to the Web API, and another valid one. */
  readonly remoteInput: (name: string, ids: Referenced) => object
  readonly remoteChanged: (name: string, ids: Referenced) => object
  /** What both stores have of it, in one form: of an input or an object of the console, or of a document of the Web API. */
  readonly comparable: (object: Fields) => unknown
  /** A field that a faulty Web API stores with another value. */
  readonly distorted: { readonly member: string; readonly value: unknown }
  readonly isRenamable: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind, from both stores.
type Fields = Readonly<Record<string, any>>

/** Adds the profiles that the samples of all kinds refer to. */
export async function addReferenced(server: Pick<TestApp, 'as'> & WithWebApi): Promise<Referenced> {
  const admin = await server.as('admin')
  const metric = await addMetricProfile(admin)
  const remote = { tenant: 'NORTH', remote: 'operations_profiles' }
  const operations = await addToWebApi(server, remote, anOperationsProfile)
  const profile = { ...otherProfiles.aggregations, name: 'base', groupname: 'operations' }
  const { status, body } = await admin.send('POST', 'aggregations', profile)
  expect(status, body.detail).toBe(201)
  return { metric, operations, aggregation: body.apiid }
}

/** The name of a document of any of these kinds in the Web API. */
export const nameInWebApi = (item: { readonly name?: string; readonly info?: { readonly name: string } }) =>
  item.info?.name ?? item.name

const pairs = (description: string, ...metrics: string[]) => ({
  description,
  services: metrics.map((metric) => ({ service: 's', metric })),
})
const remotePairs = (...metrics: string[]) => ({ description: 'As it was.', services: [{ service: 's', metrics }] })

/** The same for the pairs of the console and for the metrics by service of the Web API. */
const pairsOf = ({ services }: Fields): string[] =>
  services.flatMap(({ service, metric, metrics = [metric] }: Fields) =>
    metrics.map((name: string) => `${service}/${name}`),
  )

const only =
  (...fields: string[]) =>
  (object: Fields) =>
    fields.map((field) => object[field])

const ofProfiles = (
  { remoteInput, remoteChanged, ...profile }: ProfileKind,
  both: Pick<TwoStoreKind, 'comparable' | 'distorted'>,
): TwoStoreKind => ({
  ...profile,
  ...both,
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

export const metricProfileKind: TwoStoreKind = {
  kind: 'metricprofile',
  path: 'metricprofiles',
  remote: 'metric_profiles',
  label: 'metric profile',
  content: pairs('As it was.', 'disk'),
  changed: pairs('As intended.', 'passive'),
  remoteInput: (name) => ({ name, ...remotePairs('disk') }),
  remoteChanged: (name) => ({ name, ...remotePairs('passive', 'disk') }),
  comparable: (profile) => [profile.description, pairsOf(profile)],
  distorted: { member: 'description', value: 'Something else.' },
  isRenamable: false,
}

/** All kinds that both stores have, except for service types, which are one document. */
export const twoStoreKinds: readonly TwoStoreKind[] = [
  metricProfileKind,
  ofProfiles(aggregationKind, {
    comparable: only('endpoint_group', 'metric_operation', 'profile_operation', 'groups'),
    distorted: { member: 'groups', value: [] },
  }),
  ofProfiles(thresholdsKind, { comparable: only('rules'), distorted: { member: 'rules', value: [] } }),
  {
    kind: 'report',
    path: 'reports',
    remote: 'reports',
    label: 'report',
    content: { ...otherProfiles.reports, disabled: false },
    changed: { ...otherProfiles.reports, disabled: true, availability: 90, filter_tags: [] },
    remoteInput: remoteReport(),
    remoteChanged: remoteReport({ disabled: true, weight: 'hepspec', filter_tags: [] }),
    comparable: only('disabled', 'filter_tags'),
    distorted: { member: 'weight', value: 'another' },
    isRenamable: true,
  },
]
