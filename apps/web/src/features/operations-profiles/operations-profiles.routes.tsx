import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./OperationsProfileListPage.tsx')
const page = () => import('./OperationsProfilePage.tsx')

export const operationsProfileRoutes: RouteObject[] = [
  lazyPage('operationsprofiles', list, ({ OperationsProfileListPage }) => OperationsProfileListPage),
  lazyPage('operationsprofiles/:name', page, ({ OperationsProfilePage }) => OperationsProfilePage),
]

export const publicOperationsProfileRoutes: RouteObject[] = [
  lazyPage('public_operationsprofiles', list, ({ PublicOperationsProfileListPage }) => PublicOperationsProfileListPage),
  lazyPage('public_operationsprofiles/:name', page, ({ PublicOperationsProfilePage }) => PublicOperationsProfilePage),
]
