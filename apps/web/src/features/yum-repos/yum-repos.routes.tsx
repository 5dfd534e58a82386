import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./YumRepoListPage.tsx')
const pages = () => import('./YumRepoPages.tsx')

export const yumRepoRoutes: RouteObject[] = [
  lazyPage('yumrepos', list, ({ YumRepoListPage }) => YumRepoListPage),
  lazyPage('yumrepos/add', pages, ({ AddYumRepoPage }) => AddYumRepoPage),
  lazyPage('yumrepos/:name', pages, ({ ChangeYumRepoPage }) => ChangeYumRepoPage),
  lazyPage('yumrepos/:name/clone', pages, ({ CloneYumRepoPage }) => CloneYumRepoPage),
  ...historyRoutes('yumrepos/:name', pages, ({ yumRepoHistory }) => yumRepoHistory),
]

export const tenantYumRepoRoutes: RouteObject[] = [
  lazyPage('administration/yumrepos', list, ({ TenantYumRepoListPage }) => TenantYumRepoListPage),
  lazyPage('administration/yumrepos/:name', pages, ({ TenantYumRepoPage }) => TenantYumRepoPage),
]
