import { cloneablePaths, type ResourcePaths, resourcePaths } from './resource-paths.ts'
import {
  addressOfSection,
  type ConsoleSection,
  publicSections,
  type SectionName,
  sectionNamed,
  sections,
} from './sections.ts'

type PublicName = (typeof publicSections)['shared' | 'tenant'][number]

/** The address of each section; all addresses of its objects if it has some. */
type SectionPaths = {
  readonly [Name in SectionName]: (typeof sections)[Name] extends { names: object } ? ResourcePaths : string
}

/** `publicMetrics` for the public pages of `metrics`. */
type PublicPaths = { readonly [Name in PublicName as `public${Capitalize<Name>}`]: ResourcePaths }

const ofSections = Object.entries<ConsoleSection>(sections).map(([name, section]) => {
  const address = addressOfSection(section)
  const objectPaths = section.isCloneable ? cloneablePaths : resourcePaths
  return [name, section.names ? objectPaths(address) : address]
})

const ofPublicSections = [...publicSections.shared, ...publicSections.tenant].map((name) => [
  `public${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  resourcePaths(addressOfSection(sectionNamed(name), true)),
])

// The entries lose the names of the sections, from which they were made.
const derived = Object.fromEntries([...ofSections, ...ofPublicSections]) as SectionPaths & PublicPaths

const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>) => {
  const parameters = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}

/** All addresses of the console: those of the sections, and those that only one of them has. */
export const paths = {
  ...derived,
  /** The page with the changes of a write, by its number in the activity log. */
  change: (number: number) => `/ui/changes/${number}`,
  changeRequest: (id: number) => `${derived.changeRequests}/${id}`,
  logIn: '/ui/login',
  changePassword: '/ui/profile/change_password',
  /** The specified page of a user of the super-tenant. */
  userPassword: (username: string) => `${derived.users.details(username)}/change_password`,
  publicDocumentation: '/ui/public_documentation',
  apiReference: '/api/docs',
  topology: {
    endpoints: derived.topology,
    /** The endpoints of a group, today or on a day. */
    endpointsOf: (group: string, date?: string) => withQuery(derived.topology, { group, date }),
    groups: '/ui/topology/groups',
    coverage: '/ui/topology/coverage',
    coveredEndpoints: (check: Readonly<Record<string, string>>) => withQuery('/ui/topology/coverage/endpoints', check),
    endpointDifferences: '/ui/topology/changedendpoints',
    groupDifferences: '/ui/topology/changedgroups',
    hostsOf: (metric: string) => `/ui/topology/metrics/${encodeURIComponent(metric)}`,
    /** Those of hosts, as of objects of a kind. */
    hosts: resourcePaths('/ui/topology/hosts'),
    host: (hostname: string, date?: string) =>
      withQuery(`/ui/topology/hosts/${encodeURIComponent(hostname)}`, { date }),
  },
  /** The effective check of a metric. */
  metricPreview: (name: string) => `${derived.metrics.details(name)}/preview`,
  /** The address of a template in a tenant, which has no pages for templates: its probe. */
  templateOfProbe: (probe: string, template: string) =>
    `${derived.probes.details(probe)}/${encodeURIComponent(template)}`,
  /** The form that moves all metrics of a package to this version, `name-version`. */
  updateMetrics: (key: string) => `${derived.tenantPackages.details(key)}/update`,
  /** The last messages of a webhook. */
  webhookMessages: (name: string) => `${derived.webhooks.details(name)}/messages`,
  groups: {
    reports: derived.groupsOfReports,
    metrics: derived.groupsOfMetrics,
    aggregations: derived.groupsOfAggregations,
    metricprofiles: derived.groupsOfMetricProfiles,
    thresholdsprofiles: derived.groupsOfThresholdsProfiles,
  },
  rollOuts: {
    list: derived.rollOuts,
    details: (id: number) => `${derived.rollOuts}/${id}`,
  },
} as const

/** Pages about one side of an object, by its kind, which are not below its own address. */
export const pagesElsewhere: Readonly<Record<string, (name: string) => readonly { label: string; to: string }[]>> = {
  metric: (name) => [{ label: 'Hosts', to: paths.topology.hostsOf(name) }],
}
