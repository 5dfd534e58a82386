import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./TenantListPage.tsx')
const pages = () => import('./TenantPage.tsx')

export const tenantRoutes: RouteObject[] = [
  lazyPage('tenants', list, ({ TenantListPage }) => TenantListPage),
  ...objectRoutes('tenants', pages, ({ tenantPages }) => tenantPages, ['details', ...historyParts]),
]
