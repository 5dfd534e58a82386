import type { GroupKind } from './group-kinds.ts'

const namesOf = <const Kind extends string>(kind: Kind, path: string, one: string, many = `${one}s`) => ({
  kind,
  path,
  label: { one, many },
})

/** What belongs to groups of a kind, in labels and messages. */
export const itemsOfGroups: Readonly<Record<GroupKind, string>> = {
  reports: 'reports',
  metrics: 'metrics',
  aggregations: 'aggregations',
  metricprofiles: 'metric profiles',
  thresholdsprofiles: 'thresholds profiles',
}

export const namesOfGroups = (kind: GroupKind) =>
  namesOf(`groupof${kind}`, `${kind}group`, `group of ${itemsOfGroups[kind]}`, `groups of ${itemsOfGroups[kind]}`)

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
  yumRepos: namesOf('yumrepo', 'yumrepos', 'YUM repo'),
} as const
