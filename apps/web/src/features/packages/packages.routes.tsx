import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./PackageListPage.tsx')
const pages = () => import('./PackagePages.tsx')

export const packageRoutes: RouteObject[] = [
  lazyPage('packages', list, ({ PackageListPage }) => PackageListPage),
  lazyPage('packages/add', pages, ({ AddPackagePage }) => AddPackagePage),
  lazyPage('packages/:name', pages, ({ ChangePackagePage }) => ChangePackagePage),
  lazyPage('packages/:name/clone', pages, ({ ClonePackagePage }) => ClonePackagePage),
  ...historyRoutes('packages/:name', pages, ({ packageHistory }) => packageHistory),
]

export const tenantPackageRoutes: RouteObject[] = [
  lazyPage('administration/packages', list, ({ TenantPackageListPage }) => TenantPackageListPage),
  lazyPage(
    'administration/packages/:name',
    () => import('./TenantPackagePage.tsx'),
    ({ TenantPackagePage }) => TenantPackagePage,
  ),
]
