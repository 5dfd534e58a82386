import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./PackageListPage.tsx')
const form = () => import('./PackageFormPage.tsx')
const history = () => import('./PackageHistoryPages.tsx')

export const packageRoutes: RouteObject[] = [
  lazyPage('packages', list, ({ PackageListPage }) => PackageListPage),
  lazyPage('packages/add', form, ({ AddPackagePage }) => AddPackagePage),
  lazyPage('packages/:name', form, ({ ChangePackagePage }) => ChangePackagePage),
  lazyPage('packages/:name/clone', form, ({ ClonePackagePage }) => ClonePackagePage),
  lazyPage('packages/:name/history', history, ({ PackageHistoryPage }) => PackageHistoryPage),
  lazyPage('packages/:name/history/:version', history, ({ PackageVersionPage }) => PackageVersionPage),
  lazyPage('packages/:name/history/compare/:newer/:older', history, ({ PackageComparePage }) => PackageComparePage),
]

export const tenantPackageRoutes: RouteObject[] = [
  lazyPage('administration/packages', list, ({ TenantPackageListPage }) => TenantPackageListPage),
  lazyPage(
    'administration/packages/:name',
    () => import('./TenantPackagePage.tsx'),
    ({ TenantPackagePage }) => TenantPackagePage,
  ),
]
