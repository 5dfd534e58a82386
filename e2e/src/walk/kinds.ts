import { all, changedBySuperusers, type Expected, history, refused, row, superusers } from './expected.ts'

type Page = 'list' | 'add' | 'object' | 'clone' | 'dependencies' | 'history'

/**
 * Who finds the pages of a kind: `group`: members of its group change it. `catalogue`: superusers change it, others read
 * it. `readers`: everybody reads it. `administered` and `examined`: superusers change or read it among the pages for
 * administration, and others find nothing.
 */
type Audience = 'group' | 'catalogue' | 'readers' | 'administered' | 'examined'

/** The pages of a kind in a deployment, with the example if it is another one than usual. */
interface Pages {
  readonly audience: Audience
  readonly pages: readonly Page[]
  readonly name?: string
}

/** Where the pages of a kind are, and an example of it in the demonstration. */
interface Kind {
  readonly thing: string
  readonly path: string
  readonly name?: string
  /** The example in addresses, if it is not its name. */
  readonly key?: string
  /** Two versions of the example, and the heading of the newer one if it is unusual. */
  readonly versions?: readonly [newer: string, older: string]
  readonly versionTitle?: string
  /** Whether members have a page of what it needs and what needs it. */
  readonly hasDependencies?: true
  readonly super?: Pages
  readonly tenant?: Pages
  /** The public pages of tenants, or of both deployments. */
  readonly publicInTenants?: readonly Page[]
  readonly public?: readonly Page[]
}

const whole: readonly Page[] = ['list', 'add', 'object', 'clone', 'history']
const unclonable: readonly Page[] = ['list', 'add', 'object', 'history']
const read: readonly Page[] = ['list', 'object', 'history']
const current: readonly Page[] = ['list', 'object']

const groups = ['reports', 'metrics', 'aggregations', 'metric profiles', 'thresholds profiles'].map(
  (things): Kind => ({
    thing: `group of ${things}`,
    path: `groupof${things.replace(' ', '')}`,
    name: 'NORDIC',
    tenant: { audience: 'administered', pages: unclonable },
  }),
)

/** One row for each kind; `tenant-pages.ts`, `super-pages.ts` and `public-pages.ts` have the other pages. */
const kinds: readonly Kind[] = [
  {
    thing: 'probe',
    hasDependencies: true,
    path: 'probes',
    name: 'ams-probe',
    versions: ['0.1.2', '0.1.0'],
    versionTitle: 'Probe version ams-probe (0.1.2)',
    super: { audience: 'catalogue', pages: whole },
    tenant: { audience: 'readers', pages: read },
    public: read,
  },
  {
    thing: 'metric template',
    hasDependencies: true,
    path: 'metrictemplates',
    name: 'argo.AMS-Check',
    versions: ['0.1.2', '0.1.0'],
    super: { audience: 'catalogue', pages: whole },
    tenant: { audience: 'examined', pages: read },
    public: read,
  },
  {
    thing: 'metric tag',
    path: 'metrictags',
    name: 'aai',
    super: { audience: 'catalogue', pages: whole },
    public: current,
  },
  {
    thing: 'YUM repo',
    hasDependencies: true,
    path: 'yumrepos',
    name: 'argo-centos7',
    super: { audience: 'catalogue', pages: whole },
    tenant: { audience: 'examined', pages: current },
  },
  {
    thing: 'package',
    hasDependencies: true,
    path: 'packages',
    name: 'argo-probe-ams-0.1.2',
    super: { audience: 'catalogue', pages: whole },
    tenant: { audience: 'examined', pages: current },
  },
  { thing: 'tenant', path: 'tenants', name: 'NORDIC', super: { audience: 'readers', pages: read } },
  {
    thing: 'default port',
    path: 'default_ports',
    name: 'BDII_PORT',
    super: { audience: 'administered', pages: ['history'] },
  },
  {
    thing: 'user',
    path: 'users',
    super: { audience: 'administered', pages: unclonable, name: 'observer' },
    tenant: { audience: 'administered', pages: unclonable, name: 'jorn.havsand' },
  },
  {
    thing: 'API key',
    path: 'apikey',
    super: { audience: 'administered', pages: unclonable, name: 'status-page' },
    tenant: { audience: 'administered', pages: unclonable, name: 'NORDIC' },
  },
  {
    thing: 'identity provider',
    path: 'identityproviders',
    name: 'ALPINE: Demonstration',
    super: { audience: 'administered', pages: unclonable },
  },
  {
    thing: 'webhook',
    path: 'webhooks',
    super: { audience: 'administered', pages: ['list', 'add'] },
    tenant: { audience: 'administered', pages: ['list', 'add'] },
  },
  {
    thing: 'metric',
    hasDependencies: true,
    path: 'metrics',
    name: 'argo.API-Check',
    versions: ['2', '1'],
    tenant: { audience: 'group', pages: read },
    publicInTenants: current,
  },
  {
    thing: 'metric profile',
    hasDependencies: true,
    path: 'metricprofiles',
    name: 'NORDIC_MON',
    versions: ['2', '1'],
    tenant: { audience: 'group', pages: whole },
    publicInTenants: read,
  },
  {
    thing: 'aggregation profile',
    hasDependencies: true,
    path: 'aggregationprofiles',
    name: 'nordic_critical',
    versions: ['2', '1'],
    tenant: { audience: 'group', pages: unclonable },
    publicInTenants: current,
  },
  {
    thing: 'thresholds profile',
    hasDependencies: true,
    path: 'thresholdsprofiles',
    name: 'NORDIC_RESPONSE_TIMES',
    versions: ['2', '1'],
    tenant: { audience: 'group', pages: unclonable },
    publicInTenants: current,
  },
  {
    thing: 'operations profile',
    hasDependencies: true,
    path: 'operationsprofiles',
    name: 'nordic_ops',
    tenant: { audience: 'readers', pages: current },
    publicInTenants: current,
  },
  {
    thing: 'report',
    hasDependencies: true,
    path: 'reports',
    name: 'Critical',
    tenant: { audience: 'group', pages: whole },
    publicInTenants: current,
  },
  {
    thing: 'metric configuration override',
    hasDependencies: true,
    path: 'metricoverrides',
    name: 'argoui',
    tenant: { audience: 'administered', pages: whole },
  },
  {
    thing: 'probe candidate',
    path: 'probecandidates',
    name: 'cvmfs-revision-age',
    key: '14',
    versions: ['2', '1'],
    tenant: { audience: 'administered', pages: read },
  },
  ...groups,
]

/** The pages of all kinds in a deployment. */
export const pagesOfKinds = (deployment: 'super' | 'tenant'): Expected[] =>
  kinds.flatMap((kind) => {
    const { audience, pages, name = kind.name ?? '' } = kind[deployment] ?? { audience: 'readers', pages: [] }
    const isAdministered = audience === 'administered' || audience === 'examined'
    const address = `/ui/${isAdministered ? 'administration/' : ''}${kind.path}`
    const ofMembers = kind[deployment] && kind.hasDependencies ? [...pages, 'dependencies' as const] : pages
    return ofMembers.flatMap((page) => pageOf(page, address, { ...kind, name }, audience))
  })

/** The public pages of all kinds in a deployment. */
export const publicPagesOfKinds = (deployment: 'super' | 'tenant'): Expected[] =>
  kinds.flatMap((kind) => {
    const pages = [...(kind.public ?? []), ...(deployment === 'tenant' ? (kind.publicInTenants ?? []) : [])]
    return pages.flatMap((page) => pageOf(page, `/ui/public_${kind.path}`, { name: '', ...kind }, 'readers'))
  })

type Example = Kind & { readonly name: string }

function pageOf(page: Page, path: string, kind: Example, audience: Audience): Expected[] {
  const { thing, name, key = name, versions = ['1', '1'] } = kind
  const capitalized = thing.charAt(0).toUpperCase() + thing.slice(1)
  const address = `${path}/{name=${key}}`
  const byAudience = (where: string, details: string, change: string): Expected[] => {
    const [toRead, toChange] = [{ title: details }, { title: change }]
    switch (audience) {
      case 'group':
        return [row(where, toRead, toChange, toChange)]
      case 'catalogue':
        return [changedBySuperusers(where, details, change)]
      case 'readers':
        return [all(where, details)]
      case 'administered':
        return [superusers(where, change)]
      case 'examined':
        return [superusers(where, details)]
    }
  }
  const isForSuperusers = audience === 'administered' || audience === 'examined'
  switch (page) {
    case 'list':
      return byAudience(path, `Select ${thing} for details`, `Select ${thing} to change`)
    case 'object':
      return byAudience(address, `${capitalized} details ${name}`, `Change ${thing} ${name}`)
    case 'dependencies':
      return [(isForSuperusers ? superusers : all)(`${address}/dependencies`, `Dependencies ${name}`)]
    case 'history':
      return history(
        isForSuperusers ? superusers : all,
        address,
        kind.versionTitle ?? `${capitalized} version ${versions[0]} ${name}`,
        versions,
      )
    case 'add':
    case 'clone': {
      const form = { title: `${page === 'add' ? 'Add' : 'Clone'} ${thing}` }
      const where = page === 'add' ? `${path}/add` : `${address}/clone`
      if (isForSuperusers) return [superusers(where, form.title)]
      return [row(where, refused(thing), audience === 'group' ? form : refused(thing), form)]
    }
  }
}
