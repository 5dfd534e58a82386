import type { RouteObject } from 'react-router'
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
  lazyPage(`${root}/:name/history`, pages, ({ OverrideHistoryPage }) => OverrideHistoryPage),
  lazyPage(`${root}/:name/history/:version`, pages, ({ OverrideVersionPage }) => OverrideVersionPage),
  lazyPage(`${root}/:name/history/compare/:newer/:older`, pages, ({ OverrideComparePage }) => OverrideComparePage),
]
