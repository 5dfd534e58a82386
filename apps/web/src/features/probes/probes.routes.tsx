import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ProbeListPage.tsx')
const pages = () => import('./ProbePages.tsx')
const published = () => import('./PublicProbePages.tsx')

export const probeRoutes: RouteObject[] = [
  lazyPage('probes', list, ({ ProbeListPage }) => ProbeListPage),
  lazyPage('probes/:name', pages, ({ ChangeProbePage }) => ChangeProbePage),
  ...historyRoutes('probes/:name', pages, ({ probeHistory }) => probeHistory),
]

/** The pages of the super-tenant's console, which edits probes. */
export const probeEditingRoutes: RouteObject[] = [
  lazyPage('probes/add', pages, ({ AddProbePage }) => AddProbePage),
  lazyPage('probes/:name/clone', pages, ({ CloneProbePage }) => CloneProbePage),
]

export const publicProbeRoutes: RouteObject[] = [
  lazyPage('public_probes', list, ({ PublicProbeListPage }) => PublicProbeListPage),
  lazyPage('public_probes/:name', published, ({ PublicProbePage }) => PublicProbePage),
  ...historyRoutes('public_probes/:name', published, ({ publicProbeHistory }) => publicProbeHistory),
]
