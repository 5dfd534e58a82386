// Lists and single objects, in requests per second, beside a bare handler that runs the console's own statement.
import { spanningScope } from '@quatrain/server/request/tenancy/tenancy.ts'
import { type Answer, api, askSuccessfully, box, compared, interleaved, signIn, type Target } from '../client.ts'
import { inWords, metricName, profileName, superTenant } from '../data.ts'
import { type Figure, figure, percent, perSecond } from '../figures.ts'
import type { Place } from '../programs.ts'
import { aTenant, manyTenant, tenant } from './fillings.ts'

interface Read {
  readonly label: string
  /** The tenant whose console is read; by a superuser unless another user is named. */
  readonly tenant: string
  readonly as?: 'visitor' | 'box'
  readonly path: string
  /** A text that occurs only in the statement that reads the response. */
  readonly about: string
  /** One object: the parameter of the statement. */
  readonly key?: string
  /** The statement sees all tenants. */
  readonly isSpanning?: boolean
  /** The list is read in pages. */
  readonly isPaged?: boolean
  /** The list is read in one statement for any number of tenants. */
  readonly isOneStatement?: boolean
}

const readOfOne = (path: string, key: string) => ({ path: `${api}/${path}/${key}`, key })
const profile = profileName(100)
const ofTenant = { tenant, about: 'metric_profiles' }
const ofMany = { tenant: manyTenant, about: 'from metrics' }
export const reads: readonly Read[] = [
  { label: 'metric profiles, signed in', path: `${api}/metricprofiles`, ...ofTenant },
  { label: 'metric profiles, public', path: `${api}/public_metricprofiles`, as: 'visitor', ...ofTenant },
  { label: 'metrics, signed in', path: `${api}/metric`, ...ofMany },
  { label: 'one metric, signed in', ...readOfOne('metric', metricName(50)), ...ofMany },
  { label: 'one metric profile of 20 pairs, signed in', ...readOfOne('metricprofiles', profile), ...ofTenant },
  {
    label: 'one metric profile of 20 pairs, public',
    ...readOfOne('public_metricprofiles', profile),
    as: 'visitor',
    ...ofTenant,
  },
]

const templates = { path: `${api}/metrictemplates`, about: 'from metric_templates as template' }
const packages = { path: `${api}/packages`, about: 'from packages as package' }
const tenants = { path: `${api}/tenants`, about: 'nr_metrics', isSpanning: true, isOneStatement: true }
const templateVersions = { path: `${api}/version/metrictemplate`, about: 'join metric_template_versions as version' }
const shared: readonly Omit<Read, 'tenant'>[] = [
  { label: 'metric templates with their tenants', ...templates, isSpanning: true },
  { label: 'probes', path: `${api}/probes`, about: 'from probes as probe' },
  { label: 'packages', ...packages },
  { label: 'metric tags', path: `${api}/metrictags`, about: 'from metric_tags as tag' },
  { label: 'YUM repos', path: `${api}/yumrepos`, about: 'from yum_repos as repo' },
  { label: 'default ports', path: `${api}/default_ports`, about: 'from default_ports as port' },
  { label: 'tenants', ...tenants },
  { label: 'versions of all metric templates', ...templateVersions, isPaged: true },
  { label: 'versions of all probes', path: `${api}/version/probe`, about: 'probe_versions as version', isPaged: true },
]
export const readsOfCatalogue: readonly Read[] = [
  ...shared.map((read) => ({ ...read, tenant: superTenant })),
  { label: 'metric templates, in a tenant', tenant: aTenant, ...templates },
  { label: 'packages of its metrics, in a tenant', tenant: aTenant, ...packages },
]

const forBox = { tenant, as: 'box' } as const
const templatesForBox = { path: '/api/v2/metrictemplates', about: 'from metric_templates as current' }
export const readsOfBoxes: readonly Read[] = [
  { label: 'metrics, for a box', path: '/api/v2/metrics', about: 'from metrics_with_content', ...forBox },
  { label: 'metric templates, for a box', ...templatesForBox, ...forBox },
]

/** Requests per second of each, in full and unchanged. */
export async function measureReads(place: Place, reads: readonly Read[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const read of reads) {
    const { member, visitor } = await signIn(place.consoleUrl, read.tenant)
    const target = { visitor, box: box(place.consoleUrl, read.tenant), member }[read.as ?? 'member']
    figures.push(...(await measureRead(place, read, target)))
  }
  return figures
}

async function measureRead(place: Place, read: Read, target: Target): Promise<Figure[]> {
  const { label, path, about, key, as, isPaged = false, isOneStatement = false } = read
  // A first request fills the caches of a server in use; those of boxes contain whole lists.
  if (as !== 'box') await askSuccessfully(target, 'GET', path)
  const { result: answer, statements } = await place.observed(() => askSuccessfully(target, 'GET', path))
  const mainStatement = statements.findLast((statement) => statement.includes(about))
  if (mainStatement === undefined) throw new Error(`${path} runs no statement about ${about}.`)
  await place.setFloor({
    scope: read.isSpanning ? spanningScope() : place.scopeOf(read.tenant),
    text: isPaged ? ofAllIds(mainStatement, statements) : mainStatement,
    parameters: key === undefined ? [] : [key],
    isOne: key !== undefined,
  })
  const bare = { url: place.bareUrl, path: '/floor' }
  const rows = sameCount(path, answer, await askSuccessfully(bare, 'GET', bare.path))
  const { etag } = answer.headers
  const requestWith = (headers = {}) => ({ ...target, path, headers: { ...target.headers, ...headers } })
  const unchanged = { ...requestWith({ 'if-none-match': String(etag) }), status: 304 } as const
  const size = `${inWords(rows)}, ${inWords(Math.round(answer.body.length / 1000))} kB`
  const readLabel = key === undefined ? `${label}: list of ${size}` : label
  if (as === 'box') {
    const loads = [bare, requestWith(), requestWith({ 'accept-encoding': 'gzip' }), unchanged]
    const turns = await interleaved(loads, answer.body.length)
    return [
      timesFigure(readLabel, compared(turns, 0, 1), 4, 'the floor'),
      timesFigure(`${label}: with gzip`, compared(turns, 0, 2), 10, 'the floor'),
      timesFigure(`${label}: unchanged, 304`, compared(turns, 0, 3), 10, 'the floor'),
    ]
  }
  const hasTag = key === undefined && etag !== undefined
  const turns = await interleaved([bare, requestWith(), ...(hasTag ? [unchanged] : [])], answer.body.length)
  const figures = [shareFigure(readLabel, compared(turns, 0, 1), key === undefined ? 0.6 : 0.5)]
  if (hasTag) figures.push(timesFigure(`${label}: unchanged, 304`, compared(turns, 1, 2), 5, 'the full response'))
  const count = statements.filter(isOfRead).length
  const budget = '1, for any number of tenants'
  if (isOneStatement) figures.push(figure(`${label}: statements of the list`, String(count), budget, count === 1))
  return figures
}

/** A list in pages reads all ids first, and then the rows of some of them: here of all, in any order. */
function ofAllIds(page: string, statements: readonly string[]): string {
  const ids = statements.find((statement) => statement.trimStart().startsWith('select version.id from'))
  const [rows] = page.split(/\s+order by array_position\(\$\d+::integer\[\], id\)/)
  if (ids === undefined || rows === undefined || rows === page)
    throw new Error(`This statement does not read a page: ${page}`)
  return rows.replaceAll(/\$\d+::integer\[\]/g, `array(${ids})`)
}

/** A pooled connection may need its scope first, and a session is read again after a while. */
const isOfRead = (statement: string) => !statement.startsWith('set ') && !statement.includes('from sessions')

/** A floor must send as many objects. Returns their number. */
function sameCount(path: string, answer: Answer, floor: Answer): number {
  const [rowCount, bare] = [answer, floor].map(({ body }) => [JSON.parse(body.toString())].flat().length)
  if (rowCount !== bare) throw new Error(`${path}: ${rowCount} objects, but its floor sends ${bare}.`)
  return rowCount ?? 0
}

type Compared = ReturnType<typeof compared>

/** The requests per second must be at least this share of those of the floor. */
export const shareFigure = (label: string, { floor, subject, share }: Compared, least: number): Figure =>
  figure(label, `${perSecond(subject)}, ${percent(share)}`, `≥ ${percent(least)} of the floor`, share >= least, {
    floor: perSecond(floor),
  })

const timesFigure = (label: string, { floor, subject, share }: Compared, least: number, baseline: string): Figure =>
  figure(label, `${perSecond(subject)}, ${share.toFixed(1)} times`, `≥ ${least} times ${baseline}`, share >= least, {
    floor: `${perSecond(floor)} (${baseline})`,
  })
