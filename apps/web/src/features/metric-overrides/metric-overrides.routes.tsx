import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./OverrideListPage.tsx')
const pages = () => import('./OverridePages.tsx')

const root = 'administration/metricoverrides'

/** The routes of overrides, which only superusers see. */
export const metricOverrideRoutes: RouteObject[] = [
  lazyPage(root, list, ({ OverrideListPage }) => OverrideListPage),
  lazyPage(`${root}/add`, pages, ({ AddOverridePage }) => AddOverridePage),
  lazyPage(`${root}/:name`, pages, ({ ChangeOverridePage }) => ChangeOverridePage),
  lazyPage(`${root}/:name/clone`, pages, ({ CloneOverridePage }) => CloneOverridePage),
  ...historyRoutes(`${root}/:name`, pages, ({ overrideHistory }) => overrideHistory),
]
