import { internalApi } from '@quatrain/contract/kit/addresses.ts'
import { matchRoutes, type RouteObject } from 'react-router'
import { askEarly } from '#kit/api/call.ts'

/** The segments of the API with the list and the objects that the pages of a section show. */
const segments: ReadonlyMap<string, string> = new Map([
  ['aggregationprofiles', 'aggregations'],
  ['metricprofiles', 'metricprofiles'],
  ['metrics', 'metric'],
  ['metrictags', 'metrictags'],
  ['metrictemplates', 'metrictemplates'],
  ['packages', 'packages'],
  ['probes', 'probes'],
  ['reports', 'reports'],
  ['tenants', 'tenants'],
  ['thresholdsprofiles', 'thresholdsprofiles'],
])

/** What the page at this address reads first; undefined if that is not a list or an object of the console. */
export function firstReadOf(pathname: string): string | undefined {
  const [, published = '', section = '', , key] = /^\/ui\/(public_)?(\w+)(\/([^/]+))?$/.exec(pathname) ?? []
  const segment = segments.get(section)
  if (segment === undefined || key === 'add') return undefined
  return `${internalApi}/${published}${segment}${key === undefined ? '' : `/${key}`}`
}

/** Loads the code of a page and asks for its first answer, at the same time. */
export function preload(routes: RouteObject[], pathname: string): void {
  const page = matchRoutes(routes, pathname)?.at(-1)?.route
  if (!page?.handle) return
  page.handle.preload()
  const read = firstReadOf(pathname)
  if (read !== undefined) askEarly(read)
}

/** Preloads the page of a link that the pointer or the focus is on. Returns the function that ends it. */
export function preloadLinked(routes: RouteObject[]): () => void {
  const handle = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link && link.origin === window.location.origin && link.pathname !== window.location.pathname) {
      preload(routes, link.pathname)
    }
  }
  const events = ['pointerover', 'focusin']
  for (const event of events) document.addEventListener(event, handle)
  return () => {
    for (const event of events) document.removeEventListener(event, handle)
  }
}
