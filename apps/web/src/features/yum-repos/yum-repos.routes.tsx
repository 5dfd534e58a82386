import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./YumRepoListPage.tsx')
const pages = () => import('./YumRepoPages.tsx')

export const yumRepoRoutes: RouteObject[] = [
  lazyPage('yumrepos', list, ({ YumRepoListPage }) => YumRepoListPage),
  ...objectRoutes('yumrepos', pages, ({ yumRepoPages }) => yumRepoPages, ['add', 'details', 'clone', ...historyParts]),
]

export const tenantYumRepoRoutes: RouteObject[] = [
  lazyPage('administration/yumrepos', list, ({ TenantYumRepoListPage }) => TenantYumRepoListPage),
  ...objectRoutes('administration/yumrepos', pages, ({ tenantYumRepoPages }) => tenantYumRepoPages, ['details']),
]
