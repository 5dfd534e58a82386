import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./OverrideListPage.tsx')
const pages = () => import('./OverridePages.tsx')
const root = 'administration/metricoverrides'

/** The routes of overrides, which only superusers see. */
export const metricOverrideRoutes: RouteObject[] = [
  lazyPage(root, list, ({ OverrideListPage }) => OverrideListPage),
  ...objectRoutes(root, pages, ({ overridePages }) => overridePages, ['add', 'details', 'clone', ...historyParts]),
]
