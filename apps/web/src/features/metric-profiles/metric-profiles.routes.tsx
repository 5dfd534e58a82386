import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./MetricProfileListPage.tsx')
const pages = () => import('./MetricProfilePages.tsx')
const published = () => import('./PublicMetricProfilePages.tsx')

export const metricProfileRoutes: RouteObject[] = [
  lazyPage('metricprofiles', list, ({ MetricProfileListPage }) => MetricProfileListPage),
  lazyPage('metricprofiles/add', pages, ({ AddMetricProfilePage }) => AddMetricProfilePage),
  lazyPage('metricprofiles/:name', pages, ({ ChangeMetricProfilePage }) => ChangeMetricProfilePage),
  lazyPage('metricprofiles/:name/clone', pages, ({ CloneMetricProfilePage }) => CloneMetricProfilePage),
  ...historyRoutes('metricprofiles/:name', pages, ({ metricProfileHistory }) => metricProfileHistory),
]

export const publicMetricProfileRoutes: RouteObject[] = [
  lazyPage('public_metricprofiles', list, ({ PublicMetricProfileListPage }) => PublicMetricProfileListPage),
  lazyPage('public_metricprofiles/:name', published, ({ PublicMetricProfilePage }) => PublicMetricProfilePage),
  ...historyRoutes(
    'public_metricprofiles/:name',
    published,
    ({ publicMetricProfileHistory }) => publicMetricProfileHistory,
  ),
]
