import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./PackageListPage.tsx')
const pages = () => import('./PackagePages.tsx')
const ofTenant = () => import('./TenantPackagePage.tsx')

export const packageRoutes: RouteObject[] = [
  lazyPage('packages', list, ({ PackageListPage }) => PackageListPage),
  ...objectRoutes('packages', pages, ({ packagePages }) => packagePages, ['add', 'details', 'clone', ...historyParts]),
]

export const tenantPackageRoutes: RouteObject[] = [
  lazyPage('administration/packages', list, ({ TenantPackageListPage }) => TenantPackageListPage),
  lazyPage('administration/packages/:name', ofTenant, ({ TenantPackagePage }) => TenantPackagePage),
]
