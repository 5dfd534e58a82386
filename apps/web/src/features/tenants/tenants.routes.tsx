import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const history = () => import('./TenantHistoryPages.tsx')

export const tenantRoutes: RouteObject[] = [
  lazyPage(
    'tenants',
    () => import('./TenantListPage.tsx'),
    ({ TenantListPage }) => TenantListPage,
  ),
  lazyPage(
    'tenants/:name',
    () => import('./TenantPage.tsx'),
    ({ TenantPage }) => TenantPage,
  ),
  lazyPage('tenants/:name/history', history, ({ TenantHistoryPage }) => TenantHistoryPage),
  lazyPage('tenants/:name/history/:version', history, ({ TenantVersionPage }) => TenantVersionPage),
  lazyPage('tenants/:name/history/compare/:newer/:older', history, ({ TenantComparePage }) => TenantComparePage),
]
