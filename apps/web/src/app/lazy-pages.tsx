import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import { type ComponentType, cloneElement, isValidElement, type ReactElement } from 'react'
import { isRouteErrorResponse, type RouteObject, useLocation, useRouteError } from 'react-router'
import { FailurePage, NotFound, PanelPlaceholder } from '#kit/page/page-states.tsx'
import type { PagesOf } from '#kit/resource/object-parts.ts'
import { loadPart, preloadPart } from '#lib/load-part.ts'
import { sectionOf } from '#lib/sections.ts'
import frame from '#ui/PageFrame.module.css'

/** A page of a section. */
export interface SectionPage {
  /** Its address below that of the section; for visitors if it begins with `public`. */
  readonly at: string
  readonly route: RouteObject
  /** Who has the page, if not everybody who has the section does. */
  readonly only?: Deployment | 'administrators'
}

type Shown = ComponentType | ReactElement

/** A page that is loaded on demand, with its own error boundary. Its handle loads it before it is opened. */
export const lazyPage = <Module,>(
  at: string,
  load: () => Promise<Module>,
  pick: (module: Module) => Shown,
): SectionPage => ({
  at,
  route: {
    ErrorBoundary: RouteFailure,
    HydrateFallback: ComingPage,
    handle: { preload: () => preloadPart(load) },
    lazy: async () => {
      const page = pick(await loadPart(load))
      return isValidElement(page) ? { element: page } : { Component: page }
    },
  },
})

/** The pages of a module: the name of the export for each address. */
export const pages = <Name extends string>(
  load: () => Promise<Readonly<Record<NoInfer<Name>, Shown>>>,
  names: Readonly<Record<string, Name>>,
): SectionPage[] => Object.entries(names).map(([at, name]) => lazyPage(at, load, (module) => module[name]))

/** The lists of a kind for members and for visitors. */
export const bothLists = <Name extends string>(
  load: () => Promise<Readonly<Record<NoInfer<Name | `Public${Name}`>, Shown>>>,
  name: Name,
): SectionPage[] => pages<Name | `Public${Name}`>(load, { '': name, public: `Public${name}` })

/** The addresses of the pages of a kind of object, below that of its list. */
const addresses = {
  add: 'add',
  details: ':name',
  clone: ':name/clone',
  history: ':name/history',
  version: ':name/history/:version',
  compare: ':name/history/compare/:newer/:older',
} as const

/** These pages of a kind of object, which are one export of a module; those for visitors begin with `public`. */
export const pagesOfObject = <Name extends string, Part extends keyof typeof addresses>(
  load: () => Promise<Readonly<Record<NoInfer<Name>, PagesOf<NoInfer<Part>>>>>,
  name: Name,
  parts: readonly Part[],
): SectionPage[] =>
  parts.map((part) =>
    lazyPage(
      name.startsWith('public') ? `public/${addresses[part]}` : addresses[part],
      load,
      // With the key, the page of one kind does not go on as that of another.
      (module) => cloneElement(module[name][part], { key: name }),
    ),
  )

/** Pages that not everybody has who has the section. */
export const only = (audience: SectionPage['only'], restricted: readonly SectionPage[]): SectionPage[] =>
  restricted.map((page) => ({ ...page, only: audience }))

/** Shown while the target of a redirect is determined. */
export const Nothing = () => null

/** The title of the section and an empty panel, while the first page is being loaded. Its own heading is announced when it is there. */
function ComingPage() {
  const { pathname } = useLocation()
  return (
    <div className={frame.page}>
      <div className={frame.head} aria-hidden="true">
        <span className={frame.title}>{sectionOf(pathname)?.title}</span>
      </div>
      <PanelPlaceholder />
    </div>
  )
}

/** Replaces a page that failed; the frame around it stays. */
export function RouteFailure() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <FailurePage error={error} />
}
