import type { GroupKind } from '@quatrain/contract/kit/group-kinds.ts'
import { redirect } from 'react-router'
import { NotFound } from '#kit/page/page-states.tsx'
import { historyParts } from '#kit/resource/object-parts.ts'
import { paths } from '#lib/paths.ts'
import type { SectionName } from '#lib/sections.ts'
import { bothLists, lazyPage, Nothing, only, pages, pagesOfObject, type SectionPage } from './lazy-pages.tsx'

const whole = ['add', 'details', 'clone', ...historyParts] as const
const unclonable = ['add', 'details', ...historyParts] as const
const read = ['details', ...historyParts] as const

const groupList = () => import('#features/groups/GroupListPage.tsx')
const groupObject = async () => (await import('#features/groups/GroupPages.tsx')).groupPages

const groupPages = (kind: GroupKind): SectionPage[] => [
  lazyPage('', groupList, ({ GroupListPage }) => <GroupListPage key={kind} kind={kind} />),
  ...pagesOfObject(groupObject, kind, unclonable),
]

/** What an object needs and what needs it. */
const dependencies = pages(() => import('#features/dependencies/DependenciesPage.tsx'), {
  ':name/dependencies': 'DependenciesPage',
})

/** A default port is a row of the list and has no page of its own. */
const rowOf = (at: string, list: string): SectionPage => ({
  at,
  route: {
    loader: ({ params }) => redirect(`${list}?${new URLSearchParams({ name: params.name ?? '' })}`),
    Component: NotFound,
    HydrateFallback: Nothing,
  },
})

/**
 * The pages of every section, by the addresses below it. The file is long because it is the one list of all pages; their code is
 * loaded on demand.
 */
export const pagesOf: Readonly<Record<SectionName, readonly SectionPage[]>> = {
  administration: pages(() => import('./pages/AdministrationPage.tsx'), { '': 'AdministrationPage' }),
  profile: [
    ...pages(() => import('./pages/ProfilePage.tsx'), { '': 'ProfilePage' }),
    ...pages(() => import('#features/profile/ChangePasswordPages.tsx'), { change_password: 'OwnPasswordPage' }),
  ],
  tenants: [
    ...pages(() => import('#features/tenants/TenantListPage.tsx'), { '': 'TenantListPage' }),
    ...pagesOfObject(() => import('#features/tenants/TenantPage.tsx'), 'tenantPages', read),
  ],
  yumRepos: [
    ...pages(() => import('#features/yum-repos/YumRepoListPage.tsx'), { '': 'YumRepoListPage' }),
    ...pagesOfObject(() => import('#features/yum-repos/YumRepoPages.tsx'), 'yumRepoPages', whole),
    ...dependencies,
  ],
  packages: [
    ...pages(() => import('#features/packages/PackageListPage.tsx'), { '': 'PackageListPage' }),
    ...pagesOfObject(() => import('#features/packages/PackagePages.tsx'), 'packagePages', whole),
    ...dependencies,
  ],
  probes: [
    ...bothLists(() => import('#features/probes/ProbeListPage.tsx'), 'ProbeListPage'),
    ...pagesOfObject(() => import('#features/probes/ProbePages.tsx'), 'probePages', read),
    ...only(
      'super',
      pagesOfObject(() => import('#features/probes/ProbePages.tsx'), 'probePages', ['add', 'clone']),
    ),
    // The templates of a probe, which have no pages of their own there.
    ...only(
      'tenant',
      pages(() => import('#features/metric-templates/MetricTemplatePages.tsx'), {
        ':probe/:name': 'MetricTemplateOfProbePage',
      }),
    ),
    ...pagesOfObject(() => import('#features/probes/PublicProbePages.tsx'), 'publicProbePages', read),
    ...dependencies,
  ],
  metricTags: [
    ...bothLists(() => import('#features/metric-tags/MetricTagListPage.tsx'), 'MetricTagListPage'),
    ...pagesOfObject(() => import('#features/metric-tags/MetricTagPages.tsx'), 'metricTagPages', whole),
    ...pagesOfObject(() => import('#features/metric-tags/MetricTagPages.tsx'), 'publicMetricTagPages', ['details']),
  ],
  metricTemplates: [
    ...bothLists(() => import('#features/metric-templates/MetricTemplateListPage.tsx'), 'MetricTemplateListPage'),
    ...pagesOfObject(() => import('#features/metric-templates/MetricTemplateFormPage.tsx'), 'metricTemplatePages', [
      'add',
      'details',
      'clone',
    ]),
    ...pagesOfObject(
      () => import('#features/metric-templates/MetricTemplatePages.tsx'),
      'metricTemplateHistory',
      historyParts,
    ),
    ...pagesOfObject(
      () => import('#features/metric-templates/MetricTemplatePages.tsx'),
      'publicMetricTemplatePages',
      read,
    ),
    ...dependencies,
  ],
  metrics: [
    ...bothLists(() => import('#features/metrics/MetricListPage.tsx'), 'MetricListPage'),
    ...pages(() => import('#features/metrics/ImportMetricsPage.tsx'), { add: 'ImportMetricsPage' }),
    ...pagesOfObject(() => import('#features/metrics/MetricPages.tsx'), 'metricPages', read),
    ...pagesOfObject(() => import('#features/metrics/MetricPages.tsx'), 'publicMetricPages', ['details']),
    // It shows the content of overrides.
    ...only(
      'administrators',
      pages(() => import('#features/effective-check/EffectiveCheckPages.tsx'), {
        ':name/preview': 'MetricPreviewPage',
      }),
    ),
    ...dependencies,
  ],
  reports: [
    ...bothLists(() => import('#features/reports/ReportListPage.tsx'), 'ReportListPage'),
    ...pagesOfObject(() => import('#features/reports/ReportPages.tsx'), 'reportPages', whole),
    ...pagesOfObject(() => import('#features/reports/ReportDetailsPage.tsx'), 'publicReportPages', ['details']),
    ...dependencies,
  ],
  serviceTypes: [
    ...pages(() => import('#features/service-types/ServiceTypesPage.tsx'), { '': 'ServiceTypesPage' }),
    ...pages(() => import('#features/service-types/ServiceTypeList.tsx'), { public: 'PublicServiceTypesPage' }),
    ...pages(() => import('#features/service-types/AddServiceTypesPage.tsx'), { add: 'AddServiceTypesPage' }),
    ...pagesOfObject(() => import('#features/service-types/ServiceTypePages.tsx'), 'serviceTypePages', read),
    ...pagesOfObject(() => import('#features/service-types/ServiceTypePages.tsx'), 'publicServiceTypePages', [
      'details',
    ]),
    ...dependencies,
  ],
  topology: [
    ...pages(() => import('#features/topology/TopologyListPages.tsx'), {
      '': 'EndpointListPage',
      groups: 'TopologyGroupListPage',
    }),
    ...pages(() => import('#features/topology/CoveragePages.tsx'), {
      coverage: 'CoveragePage',
      'coverage/endpoints': 'CoveredEndpointsPage',
    }),
    ...pages(() => import('#features/topology/TopologyDifferencePages.tsx'), {
      changedendpoints: 'EndpointDifferencePage',
      changedgroups: 'GroupDifferencePage',
    }),
    ...pages(() => import('#features/topology/MetricHostsPage.tsx'), { 'metrics/:metric': 'MetricHostsPage' }),
    ...pages(() => import('#features/topology/HostPage.tsx'), { 'hosts/:hostname': 'HostPage' }),
    ...pages(() => import('#features/dependencies/DependenciesPage.tsx'), {
      'hosts/:hostname/dependencies': 'DependenciesPage',
    }),
    // The addresses above those, which breadcrumbs link to.
    { at: 'hosts', route: { loader: () => redirect(paths.topology.endpoints) } },
    { at: 'metrics', route: { loader: () => redirect(paths.metrics.list) } },
  ],
  metricProfiles: [
    ...bothLists(() => import('#features/metric-profiles/MetricProfileListPage.tsx'), 'MetricProfileListPage'),
    ...pagesOfObject(() => import('#features/metric-profiles/MetricProfilePages.tsx'), 'metricProfilePages', whole),
    ...pagesOfObject(
      () => import('#features/metric-profiles/MetricProfileDetailsPage.tsx'),
      'publicMetricProfilePages',
      read,
    ),
    ...dependencies,
  ],
  aggregationProfiles: [
    ...bothLists(
      () => import('#features/aggregation-profiles/AggregationProfileListPage.tsx'),
      'AggregationProfileListPage',
    ),
    ...pagesOfObject(
      () => import('#features/aggregation-profiles/AggregationProfilePages.tsx'),
      'aggregationProfilePages',
      unclonable,
    ),
    ...pagesOfObject(
      () => import('#features/aggregation-profiles/AggregationProfileDetailsPage.tsx'),
      'publicAggregationProfilePages',
      ['details'],
    ),
    ...dependencies,
  ],
  thresholdsProfiles: [
    ...bothLists(
      () => import('#features/thresholds-profiles/ThresholdsProfileListPage.tsx'),
      'ThresholdsProfileListPage',
    ),
    ...pagesOfObject(
      () => import('#features/thresholds-profiles/ThresholdsProfilePages.tsx'),
      'thresholdsProfilePages',
      unclonable,
    ),
    ...pagesOfObject(
      () => import('#features/thresholds-profiles/ThresholdsProfileDetailsPage.tsx'),
      'publicThresholdsProfilePages',
      ['details'],
    ),
    ...dependencies,
  ],
  operationsProfiles: [
    ...bothLists(
      () => import('#features/operations-profiles/OperationsProfileListPage.tsx'),
      'OperationsProfileListPage',
    ),
    ...pages(() => import('#features/operations-profiles/OperationsProfilePage.tsx'), {
      ':name': 'OperationsProfilePage',
      'public/:name': 'PublicOperationsProfilePage',
    }),
    ...dependencies,
  ],
  metricOverrides: [
    ...pages(() => import('#features/metric-overrides/OverrideListPage.tsx'), { '': 'OverrideListPage' }),
    ...pagesOfObject(() => import('#features/metric-overrides/OverridePages.tsx'), 'overridePages', whole),
    ...dependencies,
  ],
  effectiveResult: pages(() => import('#features/effective-check/EffectiveCheckPages.tsx'), {
    '': 'EffectiveResultPage',
  }),
  probeCandidates: [
    ...pages(() => import('#features/probe-candidates/ProbeCandidateListPage.tsx'), { '': 'ProbeCandidateListPage' }),
    ...pagesOfObject(() => import('#features/probe-candidates/ProbeCandidatePages.tsx'), 'probeCandidatePages', read),
  ],
  differences: pages(() => import('#features/differences/DifferencesPage.tsx'), { '': 'DifferencesPage' }),
  managedObjects: pages(() => import('#features/managed-objects/ManagedObjectsPage.tsx'), { '': 'ManagedObjectsPage' }),
  rollOuts: [
    ...pages(() => import('#features/roll-outs/RollOutsPage.tsx'), { '': 'RollOutsPage' }),
    ...pages(() => import('#features/roll-outs/RollOutPage.tsx'), { ':number': 'RollOutPage' }),
  ],
  groupsOfReports: groupPages('reports'),
  groupsOfAggregations: groupPages('aggregations'),
  groupsOfMetrics: groupPages('metrics'),
  groupsOfMetricProfiles: groupPages('metricprofiles'),
  groupsOfThresholdsProfiles: groupPages('thresholdsprofiles'),
  users: [
    ...pages(() => import('#features/users/UserListPage.tsx'), { '': 'UserListPage' }),
    ...pagesOfObject(() => import('#features/users/UserPages.tsx'), 'userPages', unclonable),
    ...only(
      'super',
      pages(() => import('#features/profile/ChangePasswordPages.tsx'), { ':name/change_password': 'UserPasswordPage' }),
    ),
  ],
  identityProviders: [
    ...pages(() => import('#features/sign-on/IdentityProviderListPage.tsx'), { '': 'IdentityProviderListPage' }),
    ...pagesOfObject(() => import('#features/sign-on/IdentityProviderPages.tsx'), 'identityProviderPages', unclonable),
    ...pages(() => import('#features/sign-on/SignOnTestPage.tsx'), { ':name/test/:test': 'SignOnTestPage' }),
  ],
  webhooks: [
    ...pages(() => import('#features/webhooks/WebhookListPage.tsx'), { '': 'WebhookListPage' }),
    ...pagesOfObject(() => import('#features/webhooks/WebhookPages.tsx'), 'webhookPages', unclonable),
    ...pages(() => import('#features/webhooks/WebhookMessagesPage.tsx'), { ':name/messages': 'WebhookMessagesPage' }),
  ],
  status: pages(() => import('#features/status/StatusPage.tsx'), { '': 'StatusPage' }),
  secondFactor: pages(() => import('#features/second-factor-rule/SecondFactorRulePage.tsx'), {
    '': 'SecondFactorRulePage',
  }),
  changeRule: pages(() => import('#features/change-requests/ChangeRulePage.tsx'), { '': 'ChangeRulePage' }),
  tenantYumRepos: [
    ...pages(() => import('#features/yum-repos/YumRepoListPage.tsx'), { '': 'TenantYumRepoListPage' }),
    ...pagesOfObject(() => import('#features/yum-repos/YumRepoPages.tsx'), 'tenantYumRepoPages', ['details']),
    ...dependencies,
  ],
  tenantPackages: [
    ...pages(() => import('#features/packages/PackageListPage.tsx'), { '': 'TenantPackageListPage' }),
    ...pages(() => import('#features/packages/TenantPackagePage.tsx'), { ':name': 'TenantPackagePage' }),
    ...pages(() => import('#features/metrics/UpdateMetricsPage.tsx'), { ':name/update': 'UpdateMetricsPage' }),
    ...dependencies,
  ],
  tenantMetricTemplates: [
    ...pages(() => import('#features/metric-templates/MetricTemplateListPage.tsx'), {
      '': 'TenantMetricTemplateListPage',
    }),
    ...pagesOfObject(
      () => import('#features/metric-templates/MetricTemplatePages.tsx'),
      'tenantMetricTemplatePages',
      read,
    ),
    ...dependencies,
  ],
  defaultPorts: [
    ...bothLists(() => import('#features/default-ports/DefaultPortsPage.tsx'), 'DefaultPortsPage'),
    rowOf(':name', paths.defaultPorts.list),
    rowOf('public/:name', paths.publicDefaultPorts.list),
    ...only(
      'super',
      pagesOfObject(() => import('#features/default-ports/DefaultPortsPage.tsx'), 'defaultPortHistory', historyParts),
    ),
  ],
  apiKeys: [
    ...pages(() => import('#features/api-keys/ApiKeyListPage.tsx'), { '': 'ApiKeyListPage' }),
    ...pages(() => import('#features/api-keys/ApiKeyPage.tsx'), { ':name': 'ApiKeyPage' }),
    ...pagesOfObject(() => import('#features/api-keys/ApiKeyPages.tsx'), 'apiKeyPages', ['add', ...historyParts]),
  ],
  changeRequests: [
    ...pages(() => import('#features/change-requests/ChangeRequestListPage.tsx'), { '': 'ChangeRequestListPage' }),
    ...pages(() => import('#features/change-requests/ChangeRequestPage.tsx'), { ':number': 'ChangeRequestPage' }),
  ],
  findings: [
    ...pages(() => import('#features/findings/FindingsPage.tsx'), { '': 'FindingsPage' }),
    ...pages(() => import('#features/findings/FindingRulesPage.tsx'), { rules: 'FindingRulesPage' }),
  ],
  changes: [
    ...pages(() => import('#features/home/ChangesPage.tsx'), { '': 'ChangesPage' }),
    ...pages(() => import('./pages/ChangePage.tsx'), { ':number': 'ChangePage' }),
  ],
  home: pages(() => import('#features/home/HomePage.tsx'), { '': 'HomePage' }),
  publicHome: pages(() => import('./pages/PublicHomePage.tsx'), { '': 'PublicHomePage' }),
  documentation: pages(() => import('./pages/TextPages.tsx'), {
    '': 'DocumentationPage',
    public: 'DocumentationPage',
  }),
  about: pages(() => import('./pages/TextPages.tsx'), { '': 'AboutPage' }),
  cookiePolicies: pages(() => import('./pages/TextPages.tsx'), { '': 'CookiePoliciesPage' }),
}
