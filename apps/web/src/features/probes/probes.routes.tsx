import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ProbeListPage.tsx')
const pages = () => import('./ProbePages.tsx')
const published = () => import('./PublicProbePages.tsx')

export const probeRoutes: RouteObject[] = [
  lazyPage('probes', list, ({ ProbeListPage }) => ProbeListPage),
  lazyPage('probes/:name', pages, ({ ChangeProbePage }) => ChangeProbePage),
  lazyPage('probes/:name/history', pages, ({ ProbeHistoryPage }) => ProbeHistoryPage),
  lazyPage('probes/:name/history/:version', pages, ({ ProbeVersionPage }) => ProbeVersionPage),
  lazyPage('probes/:name/history/compare/:newer/:older', pages, ({ ProbeComparePage }) => ProbeComparePage),
]

/** The pages of the super-tenant's console, which edits probes. */
export const probeEditingRoutes: RouteObject[] = [
  lazyPage('probes/add', pages, ({ AddProbePage }) => AddProbePage),
  lazyPage('probes/:name/clone', pages, ({ CloneProbePage }) => CloneProbePage),
]

export const publicProbeRoutes: RouteObject[] = [
  lazyPage('public_probes', list, ({ PublicProbeListPage }) => PublicProbeListPage),
  lazyPage('public_probes/:name', published, ({ PublicProbePage }) => PublicProbePage),
  lazyPage('public_probes/:name/history', published, ({ PublicProbeHistoryPage }) => PublicProbeHistoryPage),
  lazyPage('public_probes/:name/history/:version', published, ({ PublicProbeVersionPage }) => PublicProbeVersionPage),
  lazyPage(
    'public_probes/:name/history/compare/:newer/:older',
    published,
    ({ PublicProbeComparePage }) => PublicProbeComparePage,
  ),
]
