import { type RouteObject, useLocation } from 'react-router'
import { PanelPlaceholder } from '#kit/page/PagePlaceholder.tsx'
import { sectionOf } from '#lib/sections.ts'
import frame from '#ui/PageFrame.module.css'

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

/** Pages that are loaded on demand show their title meanwhile. */
export const withTitles = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => (route.lazy ? { ...route, HydrateFallback: ComingPage } : route))
