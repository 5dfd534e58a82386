import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const history = () => import('./TenantPage.tsx')

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
  ...historyRoutes('tenants/:name', history, ({ tenantHistory }) => tenantHistory),
]
