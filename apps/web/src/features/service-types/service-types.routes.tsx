import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./ServiceTypesPage.tsx')
const published = () => import('./ServiceTypeList.tsx')
const added = () => import('./AddServiceTypesPage.tsx')
const pages = () => import('./ServiceTypePages.tsx')

export const serviceTypeRoutes: RouteObject[] = [
  lazyPage('servicetypes', list, ({ ServiceTypesPage }) => ServiceTypesPage),
  lazyPage('servicetypes/add', added, ({ AddServiceTypesPage }) => AddServiceTypesPage),
  ...objectRoutes('servicetypes', pages, ({ serviceTypePages }) => serviceTypePages, ['details', ...historyParts]),
]

export const publicServiceTypeRoutes: RouteObject[] = [
  lazyPage('public_servicetypes', published, ({ PublicServiceTypesPage }) => PublicServiceTypesPage),
  ...objectRoutes('public_servicetypes', pages, ({ publicServiceTypePages }) => publicServiceTypePages, ['details']),
]
