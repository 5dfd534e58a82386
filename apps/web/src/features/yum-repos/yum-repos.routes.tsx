import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./YumRepoListPage.tsx')
const form = () => import('./YumRepoFormPage.tsx')
const history = () => import('./YumRepoHistoryPages.tsx')

export const yumRepoRoutes: RouteObject[] = [
  lazyPage('yumrepos', list, ({ YumRepoListPage }) => YumRepoListPage),
  lazyPage('yumrepos/add', form, ({ AddYumRepoPage }) => AddYumRepoPage),
  lazyPage('yumrepos/:name', form, ({ ChangeYumRepoPage }) => ChangeYumRepoPage),
  lazyPage('yumrepos/:name/clone', form, ({ CloneYumRepoPage }) => CloneYumRepoPage),
  lazyPage('yumrepos/:name/history', history, ({ YumRepoHistoryPage }) => YumRepoHistoryPage),
  lazyPage('yumrepos/:name/history/:version', history, ({ YumRepoVersionPage }) => YumRepoVersionPage),
  lazyPage('yumrepos/:name/history/compare/:newer/:older', history, ({ YumRepoComparePage }) => YumRepoComparePage),
]

export const tenantYumRepoRoutes: RouteObject[] = [
  lazyPage('administration/yumrepos', list, ({ TenantYumRepoListPage }) => TenantYumRepoListPage),
  lazyPage('administration/yumrepos/:name', form, ({ TenantYumRepoPage }) => TenantYumRepoPage),
]
