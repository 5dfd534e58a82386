import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ProbeListPage.tsx')
const form = () => import('./ProbeFormPage.tsx')
const history = () => import('./ProbeHistoryPages.tsx')
const published = () => import('./PublicProbePages.tsx')

export const probeRoutes: RouteObject[] = [
  lazyPage('probes', list, ({ ProbeListPage }) => ProbeListPage),
  lazyPage('probes/:name', form, ({ ChangeProbePage }) => ChangeProbePage),
  lazyPage('probes/:name/history', history, ({ ProbeHistoryPage }) => ProbeHistoryPage),
  lazyPage('probes/:name/history/:version', history, ({ ProbeVersionPage }) => ProbeVersionPage),
  lazyPage('probes/:name/history/compare/:newer/:older', history, ({ ProbeComparePage }) => ProbeComparePage),
]

/** Where probes are made and changed: in the super-tenant's console. */
export const probeEditingRoutes: RouteObject[] = [
  lazyPage('probes/add', form, ({ AddProbePage }) => AddProbePage),
  lazyPage('probes/:name/clone', form, ({ CloneProbePage }) => CloneProbePage),
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
