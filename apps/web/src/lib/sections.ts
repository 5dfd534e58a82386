import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { kindNames } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { capitalized } from './words.ts'

/** What is special about a section. */
interface Options {
  /** Replaces "Add" if objects are added in another way. */
  readonly add?: string
  /** The label of an object in breadcrumbs, if its key in the address is no name. */
  readonly called?: (key: string) => string
  readonly isCloneable?: boolean
  /** Whether its pages begin with the list or the object at the usual address of the API, which can be read before they are loaded. */
  readonly isReadEarly?: boolean
}

export interface ConsoleSection extends Options {
  /** Its address below `/ui/`. What begins with `administration/` is for administrators. */
  readonly at: string
  readonly title: string
  readonly icon: (typeof sections)[SectionName]['icon']
  /** The description on the page that lists all sections. */
  readonly about: string
  /** The kind of its objects, if it has some. */
  readonly names?: ObjectNames
}

type KindNames = Pick<Resource, 'kind' | 'path' | 'label'>

/** Operations profiles are objects of the Web API, and no kind of the console. */
type ObjectNames = Pick<KindNames, 'label'> & Partial<KindNames>

const page = <const Icon>(title: string, at: string, icon: Icon, about = '', options: Options = {}) => ({
  title,
  at,
  icon,
  about,
  ...options,
})

/** The address of most sections of objects. */
const addressOf = ({ label }: ObjectNames): string => label.many.replaceAll(' ', '').toLowerCase()

const objectsAt = <const Icon>(at: string, names: ObjectNames, icon: Icon, about: string, options?: Options) => ({
  names,
  ...page(capitalized(names.label.many), at, icon, about, options),
})

const objects = <const Icon>(names: ObjectNames, icon: Icon, about: string, options?: Options) =>
  objectsAt(addressOf(names), names, icon, about, options)

const administered = <const Icon>(names: ObjectNames, icon: Icon, about: string, options?: Options) =>
  objectsAt(`administration/${addressOf(names)}`, names, icon, about, options)

const groups = (names: KindNames, items = names.label.many.slice('groups of '.length)) =>
  objectsAt(`administration/${names.kind}`, names, 'groups', `Who may change which ${items}`)

const topologyPages: ReadonlyMap<string, string> = new Map([
  ['groups', 'Groups'],
  ['coverage', 'Coverage'],
  ['changedendpoints', 'Changed endpoints'],
  ['changedgroups', 'Changed groups'],
  ['hosts', 'Hosts'],
  ['metrics', 'Metrics'],
])

/**
 * Every section, with its address below `/ui/`, its icon and its description. Paths, breadcrumbs, titles, the navigation, the search
 * and what is read early are derived from it. It is part of the first load, so it has no pages and no schemas.
 */
export const sections = {
  administration: page('Administration', 'administration', 'administration', 'Everything that administrators manage'),
  profile: page('Your profile', 'profile', 'user', 'Your details, rights, sessions and settings', {
    called: () => 'Change password',
  }),
  tenants: objects(kindNames.tenants, 'tenants', 'Organisations with their own console'),
  yumRepos: objects(kindNames.yumRepos, 'repos', 'Where packages are installed from', {
    isCloneable: true,
    // The API has the key of a repo in two segments.
    isReadEarly: false,
  }),
  packages: objects(kindNames.packages, 'packages', 'The installable versions of probes', { isCloneable: true }),
  probes: objects(kindNames.probes, 'probes', 'The programs that check services', { isCloneable: true }),
  metricTags: objects(kindNames.metricTags, 'tags', 'Labels of metric templates', { isCloneable: true }),
  metricTemplates: objects(kindNames.metricTemplates, 'metricTemplates', 'The checks that tenants can use', {
    isCloneable: true,
  }),
  metrics: objects(kindNames.metrics, 'metrics', 'Checks with the configuration of this tenant', { add: 'Import' }),
  reports: objects(kindNames.reports, 'reports', 'Availability and reliability of a topology', { isCloneable: true }),
  serviceTypes: objects(kindNames.serviceTypes, 'serviceTypes', 'The kinds of service that are monitored', {
    // The list is a form for many, which starts from the newest state.
    isReadEarly: false,
  }),
  topology: page('Topology', 'topology', 'topology', 'The monitored endpoints and their groups', {
    called: (key) => topologyPages.get(key) ?? key,
  }),
  metricProfiles: objects(
    kindNames.metricProfiles,
    'metricProfiles',
    'Which metrics are checked for which service types',
    { isCloneable: true },
  ),
  aggregationProfiles: objects(
    kindNames.aggregationProfiles,
    'aggregations',
    'How results of metrics are combined to the status of a site',
  ),
  thresholdsProfiles: objects(kindNames.thresholdsProfiles, 'thresholds', 'The limits from which a metric warns'),
  operationsProfiles: objects(
    { label: { one: 'operations profile', many: 'operations profiles' } },
    'operations',
    'How two statuses are combined',
  ),
  metricOverrides: objectsAt(
    'administration/metricoverrides',
    kindNames.metricOverrides,
    'metrics',
    'Attributes and parameters for all hosts or for some',
    { isCloneable: true },
  ),
  effectiveResult: page(
    'Effective check',
    'administration/effectiveresult',
    'check',
    'What runs on a host, with all overrides',
  ),
  probeCandidates: administered(kindNames.probeCandidates, 'probes', 'Probes that were submitted for review', {
    called: (number) => `Candidate ${number}`,
  }),
  differences: page(
    'Differences',
    'administration/differences',
    'swap',
    'What differs between the console and the Web API, and how to mend it',
  ),
  managedObjects: page('Managed as code', 'administration/managed', 'document', 'What is changed by files'),
  rollOuts: page(
    'Roll-outs',
    'administration/rollouts',
    'swap',
    'Which tenants have followed a change of the catalogue',
    { called: (number) => `Roll-out ${number}` },
  ),
  groupsOfReports: groups(kindNames.groupsOfReports),
  groupsOfAggregations: groups(kindNames.groupsOfAggregations, 'aggregation profiles'),
  groupsOfMetrics: groups(kindNames.groupsOfMetrics),
  groupsOfMetricProfiles: groups(kindNames.groupsOfMetricProfiles),
  groupsOfThresholdsProfiles: groups(kindNames.groupsOfThresholdsProfiles),
  users: administered(kindNames.users, 'user', 'Who can log in, and what they may do'),
  identityProviders: administered(kindNames.identityProviders, 'key', 'Where users log in instead of here'),
  status: page('Status', 'administration/status', 'info', 'What is wrong with this installation, and its processes'),
  secondFactor: page('Second factor', 'administration/secondfactor', 'key', 'Who needs more than a password to log in'),
  changeRule: page(
    'Rule of change requests',
    'administration/changerule',
    'changeRequests',
    'What is changed by change requests only, and who approves these',
  ),
  tenantYumRepos: administered(kindNames.yumRepos, 'repos', 'Where packages are installed from, read-only'),
  tenantPackages: administered(kindNames.packages, 'packages', 'Which versions of probes this tenant uses'),
  tenantMetricTemplates: administered(
    kindNames.metricTemplates,
    'metricTemplates',
    'The checks that this tenant can use, read-only',
  ),
  defaultPorts: objectsAt(
    'administration/default_ports',
    kindNames.defaultPorts,
    'ports',
    'Ports that probes use by name',
  ),
  apiKeys: objectsAt('administration/apikey', kindNames.apiKeys, 'key', 'Keys of the machine API and the Web API'),
  changeRequests: page(
    'Change requests',
    'changerequests',
    'changeRequests',
    'Changes that are prepared, reviewed and applied together',
    { called: (id) => `Change request ${id}` },
  ),
  webhooks: administered(kindNames.webhooks, 'bell', 'Other programs that are told what happens'),
  findings: page('Findings', 'findings', 'check', 'What is wrong, doubtful or could be better', {
    called: () => 'Rules',
  }),
  changes: page('Changes', 'changes', 'clock', 'Who changed what, and when'),
  home: page('Home', 'home', 'home'),
  publicHome: page('Public home', 'public_home', 'home'),
  documentation: page('Documentation', 'documentation', 'document'),
  about: page('About', 'about', 'info'),
  cookiePolicies: page('Cookie policies', 'cookiepolicies', 'info'),
}

export type SectionName = keyof typeof sections

type Names = readonly SectionName[]

const profiles = ['metricProfiles', 'aggregationProfiles', 'thresholdsProfiles', 'operationsProfiles'] as const
const work = ['findings', 'changeRequests', 'changes'] as const
const catalogue = ['tenants', 'yumRepos', 'packages', 'probes', 'metricTags', 'metricTemplates'] as const

/** The side navigation; administrators also have Administration at its top. */
export const navigation: Readonly<Record<Deployment, Names>> = {
  tenant: ['probes', 'metrics', 'reports', 'serviceTypes', 'topology', ...profiles, ...work],
  super: [...catalogue, ...work],
}

interface Cluster {
  readonly title: string
  readonly names: Names
}

const keys: Cluster = { title: 'API key permissions', names: ['apiKeys'] }
const telling: Cluster = { title: 'Notifications', names: ['webhooks'] }

const authentication = (...groups: Names): Cluster => ({
  title: 'Authentication and authorization',
  names: [...groups, 'users', 'identityProviders', 'secondFactor', 'changeRule'],
})

/** The administration page by groups. */
export const administration: Readonly<Record<Deployment, readonly Cluster[]>> = {
  tenant: [
    { title: 'Configuration', names: ['metrics', 'reports', ...profiles] },
    {
      title: 'Admin',
      names: ['metricOverrides', 'effectiveResult', 'probeCandidates', 'differences', 'managedObjects'],
    },
    authentication(
      'groupsOfReports',
      'groupsOfAggregations',
      'groupsOfMetrics',
      'groupsOfMetricProfiles',
      'groupsOfThresholdsProfiles',
    ),
    {
      title: 'Super-admin data',
      names: ['tenantYumRepos', 'tenantPackages', 'tenantMetricTemplates', 'defaultPorts'],
    },
    keys,
    telling,
  ],
  super: [
    { title: 'Configuration', names: [...catalogue, 'defaultPorts', 'rollOuts', 'managedObjects'] },
    authentication(),
    keys,
    telling,
    { title: 'Installation', names: ['status'] },
  ],
}

/** The public home page: the shared catalogue and the tenant's own resources. */
export const publicSections = {
  shared: ['probes', 'metricTemplates', 'metricTags', 'defaultPorts'],
  tenant: ['metrics', 'reports', 'serviceTypes', ...profiles],
} as const

/** Pages of every member about the console and its user, which are not among the sections. */
export const ownPages = ['profile', 'documentation', 'about', 'cookiePolicies'] as const

/** The sections of a member, in the order of the search. */
export const sectionsOfMembers = (deployment: Deployment, isAdministrator: boolean): ReadonlySet<SectionName> =>
  new Set([
    'home',
    ...navigation[deployment],
    ...(isAdministrator
      ? (['administration', ...administration[deployment].flatMap(({ names }) => names)] as const)
      : []),
  ])

/** Those of visitors, in the order of their navigation. */
export const sectionsOfVisitors = (deployment: Deployment): Names => [
  'home',
  ...publicSections.shared,
  ...(deployment === 'tenant' ? publicSections.tenant : []),
]

export const sectionNamed = (name: SectionName): ConsoleSection => sections[name]

/** The address of a section, for members or for visitors. */
export const addressOfSection = ({ at }: Pick<ConsoleSection, 'at'>, isPublic = false): string =>
  isPublic ? `/ui/public_${at.replace('administration/', '')}` : `/ui/${at}`

const sectionsByAddress: ReadonlyMap<string, ConsoleSection> = new Map(
  Object.values(sections).map((section) => [section.at, section]),
)

/** The section of an address. */
export function sectionOf(pathname: string): ConsoleSection | undefined {
  const [, first = '', second = ''] = /^\/ui\/(?:public_(?!home))?([^/]*)(?:\/([^/]*))?/.exec(pathname) ?? []
  const addresses =
    first === 'administration' && second !== '' ? [`${first}/${second}`, first] : [first, `administration/${first}`]
  return addresses.map((at) => sectionsByAddress.get(at)).find((section) => section !== undefined)
}
