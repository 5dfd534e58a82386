import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ServiceTypesPage.tsx')
const published = () => import('./ServiceTypeList.tsx')
const added = () => import('./AddServiceTypesPage.tsx')
const pages = () => import('./ServiceTypePages.tsx')

export const serviceTypeRoutes: RouteObject[] = [
  lazyPage('servicetypes', list, ({ ServiceTypesPage }) => ServiceTypesPage),
  lazyPage('servicetypes/add', added, ({ AddServiceTypesPage }) => AddServiceTypesPage),
  lazyPage('servicetypes/:name', pages, ({ ServiceTypePage }) => ServiceTypePage),
  lazyPage('servicetypes/:name/history', pages, ({ ServiceTypeHistoryPage }) => ServiceTypeHistoryPage),
  lazyPage('servicetypes/:name/history/:version', pages, ({ ServiceTypeVersionPage }) => ServiceTypeVersionPage),
  lazyPage(
    'servicetypes/:name/history/compare/:newer/:older',
    pages,
    ({ ServiceTypeComparePage }) => ServiceTypeComparePage,
  ),
]

export const publicServiceTypeRoutes: RouteObject[] = [
  lazyPage('public_servicetypes', published, ({ PublicServiceTypesPage }) => PublicServiceTypesPage),
  lazyPage('public_servicetypes/:name', pages, ({ PublicServiceTypePage }) => PublicServiceTypePage),
]
