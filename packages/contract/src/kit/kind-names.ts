import type { GroupKind } from './group-kinds.ts'

/** What identifies a record in an address: a field, or a text that is made of several. */
export type Key = string | ((record: Readonly<Record<string, unknown>>) => string)

/** The text that identifies this record. */
export const keyIn = (record: Readonly<Record<string, unknown>>, key: Key): string =>
  typeof key === 'function' ? key(record) : String(record[key])

/** The name of a package in addresses: `web-probes-1.4.0`. It is unique. */
export const packageKey = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name}-${version}`

/** An OS tag in addresses: `Rocky 9` is `rocky9`. It contains no dash, because a dash precedes it. */
export const osTagAddress = (tag: string): string => tag.replace(/[\s-]+/g, '').toLowerCase()

/** The name of a repo in addresses: `base-el9-rocky9`. */
export const yumRepoKey = ({ name, tag }: { readonly name: string; readonly tag: string }): string =>
  `${name}-${osTagAddress(tag)}`

/** The name of a provider in addresses and histories: `NORTH: Campus login`. Names of tenants contain no colon. */
export const identityProviderKey = ({ tenant, name }: { readonly tenant: string; readonly name: string }): string =>
  `${tenant}: ${name}`

const namesOf = <const Kind extends string>(kind: Kind, path: string, one: string, many = `${one}s`) => ({
  kind,
  path,
  label: { one, many },
})

/** Kinds whose records are not identified by their name. */
const keys: Readonly<Record<string, Key>> = {
  apikey: 'key',
  identityprovider: ({ tenant, name }) => identityProviderKey({ tenant: String(tenant), name: String(name) }),
  package: ({ name, version }) => packageKey({ name: String(name), version: String(version) }),
  probecandidate: 'id',
  user: 'username',
  yumrepo: ({ name, tag }) => yumRepoKey({ name: String(name), tag: String(tag) }),
}

/** What identifies a record of this kind in addresses. */
export const readKeyOf = (kind: string): Key => keys[kind] ?? 'name'

/** What belongs to groups of a kind, in labels and messages. */
export const itemsOfGroups: Readonly<Record<GroupKind, string>> = {
  reports: 'reports',
  metrics: 'metrics',
  aggregations: 'aggregations',
  metricprofiles: 'metric profiles',
  thresholdsprofiles: 'thresholds profiles',
}

export const namesOfGroups = (kind: GroupKind) =>
  namesOf(
    `groupof${kind}` as const,
    `${kind}group`,
    `group of ${itemsOfGroups[kind]}`,
    `groups of ${itemsOfGroups[kind]}`,
  )

/**
 * The names of every kind. They stand apart from the schemas of the resources, because the navigation of the browser needs
 * them before any page is loaded.
 */
export const kindNames = {
  aggregationProfiles: namesOf('aggregationprofile', 'aggregations', 'aggregation profile'),
  apiKeys: namesOf('apikey', 'apikeys', 'API key'),
  defaultPorts: namesOf('defaultport', 'default_ports', 'default port'),
  groupsOfAggregations: namesOfGroups('aggregations'),
  groupsOfMetricProfiles: namesOfGroups('metricprofiles'),
  groupsOfMetrics: namesOfGroups('metrics'),
  groupsOfReports: namesOfGroups('reports'),
  groupsOfThresholdsProfiles: namesOfGroups('thresholdsprofiles'),
  identityProviders: namesOf('identityprovider', 'identityproviders', 'identity provider'),
  metricOverrides: namesOf('metricoverride', 'metricconfiguration', 'metric configuration override'),
  metricProfiles: namesOf('metricprofile', 'metricprofiles', 'metric profile'),
  metricTags: namesOf('metrictag', 'metrictags', 'metric tag'),
  metricTemplates: namesOf('metrictemplate', 'metrictemplates', 'metric template'),
  metrics: namesOf('metric', 'metric', 'metric'),
  packages: namesOf('package', 'packages', 'package'),
  probeCandidates: namesOf('probecandidate', 'probecandidates', 'probe candidate'),
  probes: namesOf('probe', 'probes', 'probe'),
  reports: namesOf('report', 'reports', 'report'),
  serviceTypes: namesOf('servicetype', 'servicetypes', 'service type'),
  tenants: namesOf('tenant', 'tenants', 'tenant'),
  thresholdsProfiles: namesOf('thresholdsprofile', 'thresholdsprofiles', 'thresholds profile'),
  users: namesOf('user', 'users', 'user'),
  webhooks: namesOf('webhook', 'webhooks', 'webhook'),
  yumRepos: namesOf('yumrepo', 'yumrepos', 'YUM repo'),
} as const

/** The names of kinds of which each tenant has one object, with one page: nobody adds or deletes it. */
export const singleKindNames = {
  changeRule: namesOf('changerule', 'changerule', 'rule of change requests', 'rules of change requests'),
  findings: namesOf('findingsettings', 'findings/settings', 'setting of findings', 'settings of findings'),
} as const
