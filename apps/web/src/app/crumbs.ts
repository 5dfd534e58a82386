import { decodedSegment } from '#lib/resource-paths.ts'
import { addressOfSection, sectionOf, sections } from '#lib/sections.ts'

export interface Crumb {
  readonly label: string
  /** Undefined for the current page, and for addresses without a page. */
  readonly to?: string
}

const words: ReadonlyMap<string, string> = new Map([
  ['add', 'Add'],
  ['change_password', 'Change password'],
  ['clone', 'Clone'],
  ['dependencies', 'Dependencies'],
  ['history', 'History'],
  ['compare', 'Compare'],
  ['endpoints', 'Endpoints'],
  ['preview', 'Effective check'],
  ['update', 'Update metrics'],
  ['test', 'Test login'],
])

/** The breadcrumbs of an address, from the home page on. */
export function crumbsOf(pathname: string): Crumb[] {
  const isPublic = pathname.startsWith('/ui/public_')
  const home: Crumb = { label: 'Home', to: isPublic ? '/ui/public_home' : '/ui/home' }
  const section = sectionOf(pathname)
  if (!section || /^\/ui\/(?:public_)?home\/?$/.test(pathname)) return [{ label: home.label }]
  const root = addressOfSection(section, isPublic)
  const [key, ...rest] = pathname.slice(root.length).split('/').filter(Boolean).map(decodedSegment)
  const crumbs: Crumb[] = [home]
  if (!isPublic && section.at.startsWith('administration/')) {
    crumbs.push({ label: sections.administration.title, to: addressOfSection(sections.administration) })
  }
  crumbs.push({ label: section.title, to: root })
  if (key !== undefined) {
    const details = `${root}/${encodeURIComponent(key)}`
    const isWord = rest.length === 0 && key === 'add'
    const { add = 'Add', called = (name: string) => name } = section
    crumbs.push({ label: isWord ? add : called(key), to: details }, ...crumbsBelow(details, rest))
  }
  return crumbs.map((crumb, index) => (index === crumbs.length - 1 ? { label: crumb.label } : crumb))
}

function crumbsBelow(details: string, [word, first, newer, older]: readonly string[]): Crumb[] {
  if (word === undefined) return []
  const currentCrumb = { label: words.get(word) ?? word, to: `${details}/${word}` }
  // The result of a test login has no page above it.
  if (first === undefined || word === 'test') return [currentCrumb]
  if (first === 'compare') return [currentCrumb, { label: `Compare ${older} with ${newer}` }]
  // Those of a host are below its own address.
  return [currentCrumb, { label: first === 'dependencies' ? 'Dependencies' : `Version ${first}` }]
}

/**
 * The title of the document, from the special to the general, since tabs of browsers show its beginning: the page, its object, the
 * tenant, and the section.
 */
export function titleOf(pathname: string, tenant: string): string {
  const section = sectionOf(pathname)
  if (!section) return ['Not found', tenant].join(' · ')
  const labels = crumbsOf(pathname).map(({ label }) => label)
  const below = labels.includes(section.title) ? labels.slice(labels.indexOf(section.title) + 1) : []
  // A version and a comparison say so themselves.
  const pages = below.filter((label, index) => label !== words.get('history') || index === below.length - 1)
  const isPublic = pathname.startsWith('/ui/public_')
  return [...pages.toReversed(), isPublic ? `${tenant} (public)` : tenant, section.title].join(' · ')
}
