import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import type { IconName } from '#ui/Icon.tsx'

export interface NavigationSection {
  readonly title: string
  readonly icon: IconName
  /** The description on the page that lists all sections. */
  readonly about: string
  /** Replaces "Add" if objects are added in another way. */
  readonly add?: string
  /** The label of an object in breadcrumbs, if its key in the address is no name. */
  readonly called?: (key: string) => string
}

const topologyPages: ReadonlyMap<string, string> = new Map([
  ['groups', 'Groups'],
  ['changedendpoints', 'Changed endpoints'],
  ['changedgroups', 'Changed groups'],
  ['hosts', 'Hosts'],
  ['metrics', 'Metrics'],
])

/**
 * Every section by its address below `/ui/`. Titles of kinds repeat the labels of the contract, whose resources the first page
 * must not load; a test compares them.
 */
export const sections: Readonly<Record<string, NavigationSection>> = {
  administration: {
    title: 'Administration',
    icon: 'administration',
    about: 'Everything that administrators manage',
  },
  profile: {
    title: 'Your profile',
    icon: 'person',
    about: 'Your details, rights, sessions and settings',
    called: () => 'Change password',
  },
  tenants: { title: 'Tenants', icon: 'tenants', about: 'Organisations with their own console' },
  yumrepos: { title: 'YUM repos', icon: 'repos', about: 'Where packages are installed from' },
  packages: { title: 'Packages', icon: 'packages', about: 'The installable versions of probes' },
  probes: { title: 'Probes', icon: 'probes', about: 'The programs that check services' },
  metrictags: { title: 'Metric tags', icon: 'tags', about: 'Labels of metric templates' },
  metrictemplates: {
    title: 'Metric templates',
    icon: 'metricTemplates',
    about: 'The checks that tenants can use',
  },
  metrics: {
    title: 'Metrics',
    icon: 'metrics',
    about: 'Checks with the configuration of this tenant',
    add: 'Import',
  },
  reports: { title: 'Reports', icon: 'reports', about: 'Availability and reliability of a topology' },
  servicetypes: { title: 'Service types', icon: 'serviceTypes', about: 'The kinds of service that are monitored' },
  topology: {
    title: 'Topology',
    icon: 'topology',
    about: 'The monitored endpoints and their groups',
    called: (key) => topologyPages.get(key) ?? key,
  },
  metricprofiles: {
    title: 'Metric profiles',
    icon: 'metricProfiles',
    about: 'Which metrics are checked for which service types',
  },
  aggregationprofiles: {
    title: 'Aggregation profiles',
    icon: 'aggregations',
    about: 'How results of metrics are combined to the status of a site',
  },
  thresholdsprofiles: {
    title: 'Thresholds profiles',
    icon: 'thresholds',
    about: 'The limits from which a metric warns',
  },
  operationsprofiles: { title: 'Operations profiles', icon: 'operations', about: 'How two statuses are combined' },
  'administration/metricoverrides': {
    title: 'Metric configuration overrides',
    icon: 'metrics',
    about: 'Attributes and parameters for all hosts or for some',
  },
  'administration/effectiveresult': {
    title: 'Effective check',
    icon: 'check',
    about: 'What runs on a host, with all overrides',
  },
  'administration/probecandidates': {
    title: 'Probe candidates',
    icon: 'probes',
    about: 'Probes that were submitted for review',
    called: (number) => `Candidate ${number}`,
  },
  'administration/differences': {
    title: 'Differences',
    icon: 'swap',
    about: 'What differs between the console and the Web API, and how to mend it',
  },
  'administration/rollouts': {
    title: 'Roll-outs',
    icon: 'swap',
    about: 'Which tenants have followed a change of the catalogue',
    called: (number) => `Roll-out ${number}`,
  },
  'administration/groupofreports': {
    title: 'Groups of reports',
    icon: 'people',
    about: 'Who may change which reports',
  },
  'administration/groupofaggregations': {
    title: 'Groups of aggregations',
    icon: 'people',
    about: 'Who may change which aggregation profiles',
  },
  'administration/groupofmetrics': {
    title: 'Groups of metrics',
    icon: 'people',
    about: 'Who may change which metrics',
  },
  'administration/groupofmetricprofiles': {
    title: 'Groups of metric profiles',
    icon: 'people',
    about: 'Who may change which metric profiles',
  },
  'administration/groupofthresholdsprofiles': {
    title: 'Groups of thresholds profiles',
    icon: 'people',
    about: 'Who may change which thresholds profiles',
  },
  'administration/users': { title: 'Users', icon: 'person', about: 'Who can log in, and what they may do' },
  'administration/identityproviders': {
    title: 'Identity providers',
    icon: 'key',
    about: 'Where users log in instead of here',
  },
  'administration/status': {
    title: 'Status',
    icon: 'info',
    about: 'What is wrong with this installation, and its processes',
  },
  'administration/secondfactor': {
    title: 'Second factor',
    icon: 'key',
    about: 'Who needs more than a password to log in',
  },
  'administration/yumrepos': {
    title: 'YUM repos',
    icon: 'repos',
    about: 'Where packages are installed from, read-only',
  },
  'administration/packages': {
    title: 'Packages',
    icon: 'packages',
    about: 'Which versions of probes this tenant uses',
  },
  'administration/metrictemplates': {
    title: 'Metric templates',
    icon: 'metricTemplates',
    about: 'The checks that this tenant can use, read-only',
  },
  'administration/default_ports': {
    title: 'Default ports',
    icon: 'ports',
    about: 'Ports that probes use by name',
  },
  'administration/apikey': { title: 'API keys', icon: 'key', about: 'Keys of the machine API and the Web API' },
  changes: { title: 'Changes', icon: 'clock', about: 'Who changed what, and when' },
  home: { title: 'Home', icon: 'home', about: '' },
  documentation: { title: 'Documentation', icon: 'document', about: '' },
  about: { title: 'About', icon: 'info', about: '' },
  cookiepolicies: { title: 'Cookie policies', icon: 'info', about: '' },
  public_home: { title: 'Public home', icon: 'home', about: '' },
}

/** The side navigation; administrators also have Administration at its top. */
export const navigation: Readonly<Record<Deployment, readonly string[]>> = {
  tenant: [
    'probes',
    'metrics',
    'reports',
    'servicetypes',
    'topology',
    'metricprofiles',
    'aggregationprofiles',
    'thresholdsprofiles',
    'operationsprofiles',
    'changes',
  ],
  super: ['tenants', 'yumrepos', 'packages', 'probes', 'metrictags', 'metrictemplates', 'changes'],
}

interface Cluster {
  readonly title: string
  readonly sections: readonly string[]
}

const administrationOf = (...names: readonly string[]) => names.map((name) => `administration/${name}`)

/** The administration page by groups. */
export const administration: Readonly<Record<Deployment, readonly Cluster[]>> = {
  tenant: [
    {
      title: 'Configuration',
      sections: [
        'metrics',
        'reports',
        'metricprofiles',
        'aggregationprofiles',
        'thresholdsprofiles',
        'operationsprofiles',
      ],
    },
    {
      title: 'Admin',
      sections: administrationOf('metricoverrides', 'effectiveresult', 'probecandidates', 'differences'),
    },
    {
      title: 'Authentication and authorization',
      sections: administrationOf(
        'groupofreports',
        'groupofaggregations',
        'groupofmetrics',
        'groupofmetricprofiles',
        'groupofthresholdsprofiles',
        'users',
        'identityproviders',
        'secondfactor',
      ),
    },
    {
      title: 'Super-admin data',
      sections: administrationOf('yumrepos', 'packages', 'metrictemplates', 'default_ports'),
    },
    { title: 'API key permissions', sections: administrationOf('apikey') },
  ],
  super: [
    {
      title: 'Configuration',
      sections: [
        'tenants',
        'yumrepos',
        'packages',
        'probes',
        'metrictags',
        'metrictemplates',
        ...administrationOf('default_ports', 'rollouts'),
      ],
    },
    {
      title: 'Authentication and authorization',
      sections: administrationOf('users', 'identityproviders', 'secondfactor'),
    },
    { title: 'API key permissions', sections: administrationOf('apikey') },
    { title: 'Installation', sections: administrationOf('status') },
  ],
}

/** The public home page: the shared catalogue and the tenant's own resources. */
export const publicSections: { readonly shared: readonly string[]; readonly tenant: readonly string[] } = {
  shared: ['probes', 'metrictemplates', 'metrictags', 'administration/default_ports'],
  tenant: [
    'metrics',
    'reports',
    'servicetypes',
    'metricprofiles',
    'aggregationprofiles',
    'thresholdsprofiles',
    'operationsprofiles',
  ],
}

/** The navigation of the public pages. */
export const publicNavigation = (deployment: Deployment): readonly string[] => [
  'home',
  ...publicSections.shared,
  ...(deployment === 'tenant' ? publicSections.tenant : []),
]

/** The section of an address. */
export function sectionOf(
  pathname: string,
): { readonly path: string; readonly section: NavigationSection } | undefined {
  const [, first = '', second = ''] = /^\/ui\/(?:public_(?!home))?([^/]*)(?:\/([^/]*))?/.exec(pathname) ?? []
  const names =
    first === 'administration' && second !== '' ? [`${first}/${second}`, first] : [first, `administration/${first}`]
  for (const path of names) {
    const section = Object.hasOwn(sections, path) ? sections[path] : undefined
    if (section) return { path, section }
  }
  return undefined
}
