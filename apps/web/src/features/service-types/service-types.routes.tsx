import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ServiceTypesPage.tsx')
const published = () => import('./ServiceTypeList.tsx')
const added = () => import('./AddServiceTypesPage.tsx')
const pages = () => import('./ServiceTypePages.tsx')

export const serviceTypeRoutes: RouteObject[] = [
  lazyPage('servicetypes', list, ({ ServiceTypesPage }) => ServiceTypesPage),
  lazyPage('servicetypes/add', added, ({ AddServiceTypesPage }) => AddServiceTypesPage),
  lazyPage('servicetypes/:name', pages, ({ ServiceTypePage }) => ServiceTypePage),
  ...historyRoutes('servicetypes/:name', pages, ({ serviceTypeHistory }) => serviceTypeHistory),
]

export const publicServiceTypeRoutes: RouteObject[] = [
  lazyPage('public_servicetypes', published, ({ PublicServiceTypesPage }) => PublicServiceTypesPage),
  lazyPage('public_servicetypes/:name', pages, ({ PublicServiceTypePage }) => PublicServiceTypePage),
]
