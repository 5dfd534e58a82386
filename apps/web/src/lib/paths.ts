import { cloneablePaths, resourcePaths } from './resource-paths.ts'

const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>) => {
  const parameters = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}

/** All addresses of the console. */
export const paths = {
  home: '/ui/home',
  changes: '/ui/changes',
  /** The page with the changes of a write, by its number in the activity log. */
  change: (number: number) => `/ui/changes/${number}`,
  logIn: '/ui/login',
  /** The logged-in user's own page. */
  profile: '/ui/profile',
  changePassword: '/ui/profile/change_password',
  /** The specified page of a user of the super-tenant. */
  userPassword: (username: string) => `/ui/administration/users/${encodeURIComponent(username)}/change_password`,
  publicHome: '/ui/public_home',
  administration: '/ui/administration',
  about: '/ui/about',
  documentation: '/ui/documentation',
  publicDocumentation: '/ui/public_documentation',
  cookiePolicies: '/ui/cookiepolicies',
  apiReference: '/api/docs',
  metricProfiles: cloneablePaths('/ui/metricprofiles'),
  publicMetricProfiles: resourcePaths('/ui/public_metricprofiles'),
  operationsProfiles: resourcePaths('/ui/operationsprofiles'),
  publicOperationsProfiles: resourcePaths('/ui/public_operationsprofiles'),
  aggregationProfiles: resourcePaths('/ui/aggregationprofiles'),
  publicAggregationProfiles: resourcePaths('/ui/public_aggregationprofiles'),
  thresholdsProfiles: resourcePaths('/ui/thresholdsprofiles'),
  publicThresholdsProfiles: resourcePaths('/ui/public_thresholdsprofiles'),
  reports: cloneablePaths('/ui/reports'),
  publicReports: resourcePaths('/ui/public_reports'),
  serviceTypes: resourcePaths('/ui/servicetypes'),
  publicServiceTypes: resourcePaths('/ui/public_servicetypes'),
  topology: {
    endpoints: '/ui/topology',
    /** The endpoints of a group, today or on a day. */
    endpointsOf: (group: string, date?: string) => withQuery('/ui/topology', { group, date }),
    groups: '/ui/topology/groups',
    endpointDifferences: '/ui/topology/changedendpoints',
    groupDifferences: '/ui/topology/changedgroups',
    hostsOf: (metric: string) => `/ui/topology/metrics/${encodeURIComponent(metric)}`,
    host: (hostname: string, date?: string) =>
      withQuery(`/ui/topology/hosts/${encodeURIComponent(hostname)}`, { date }),
  },
  metrics: resourcePaths('/ui/metrics'),
  publicMetrics: resourcePaths('/ui/public_metrics'),
  metricOverrides: cloneablePaths('/ui/administration/metricoverrides'),
  effectiveResult: '/ui/administration/effectiveresult',
  /** The effective check of a metric. */
  metricPreview: (name: string) => `/ui/metrics/${encodeURIComponent(name)}/preview`,
  probes: cloneablePaths('/ui/probes'),
  publicProbes: resourcePaths('/ui/public_probes'),
  /** The address of a template in a tenant, which has no pages for templates: its probe. */
  templateOfProbe: (probe: string, template: string) =>
    `/ui/probes/${encodeURIComponent(probe)}/${encodeURIComponent(template)}`,
  metricTemplates: cloneablePaths('/ui/metrictemplates'),
  tenantMetricTemplates: resourcePaths('/ui/administration/metrictemplates'),
  publicMetricTemplates: resourcePaths('/ui/public_metrictemplates'),
  metricTags: cloneablePaths('/ui/metrictags'),
  publicMetricTags: resourcePaths('/ui/public_metrictags'),
  yumRepos: cloneablePaths('/ui/yumrepos'),
  tenantYumRepos: resourcePaths('/ui/administration/yumrepos'),
  packages: cloneablePaths('/ui/packages'),
  tenantPackages: resourcePaths('/ui/administration/packages'),
  /** The form that moves all metrics of a package to this version, `name-version`. */
  updateMetrics: (key: string) => `/ui/administration/packages/${encodeURIComponent(key)}/update`,
  defaultPorts: resourcePaths('/ui/administration/default_ports'),
  publicDefaultPorts: resourcePaths('/ui/public_default_ports'),
  tenants: resourcePaths('/ui/tenants'),
  probeCandidates: resourcePaths('/ui/administration/probecandidates'),
  groups: {
    reports: resourcePaths('/ui/administration/groupofreports'),
    metrics: resourcePaths('/ui/administration/groupofmetrics'),
    aggregations: resourcePaths('/ui/administration/groupofaggregations'),
    metricprofiles: resourcePaths('/ui/administration/groupofmetricprofiles'),
    thresholdsprofiles: resourcePaths('/ui/administration/groupofthresholdsprofiles'),
  },
  differences: '/ui/administration/differences',
  rollOuts: {
    list: '/ui/administration/rollouts',
    details: (id: number) => `/ui/administration/rollouts/${id}`,
  },
  users: resourcePaths('/ui/administration/users'),
  identityProviders: resourcePaths('/ui/administration/identityproviders'),
  apiKeys: resourcePaths('/ui/administration/apikey'),
} as const
