import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./ProbeListPage.tsx')
const pages = () => import('./ProbePages.tsx')
const published = () => import('./PublicProbePages.tsx')

export const probeRoutes: RouteObject[] = [
  lazyPage('probes', list, ({ ProbeListPage }) => ProbeListPage),
  ...objectRoutes('probes', pages, ({ probePages }) => probePages, ['details', ...historyParts]),
]

/** The pages of the super-tenant's console, which edits probes. */
export const probeEditingRoutes = objectRoutes('probes', pages, ({ probePages }) => probePages, ['add', 'clone'])

export const publicProbeRoutes: RouteObject[] = [
  lazyPage('public_probes', list, ({ PublicProbeListPage }) => PublicProbeListPage),
  ...objectRoutes('public_probes', published, ({ publicProbePages }) => publicProbePages, ['details', ...historyParts]),
]
