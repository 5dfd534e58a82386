import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./MetricListPage.tsx')
const pages = () => import('./MetricPages.tsx')

export const metricRoutes: RouteObject[] = [
  lazyPage('metrics', list, ({ MetricListPage }) => MetricListPage),
  lazyPage(
    'metrics/add',
    () => import('./ImportMetricsPage.tsx'),
    ({ ImportMetricsPage }) => ImportMetricsPage,
  ),
  lazyPage('metrics/:name', pages, ({ MetricPage }) => MetricPage),
  ...historyRoutes('metrics/:name', pages, ({ metricHistory }) => metricHistory),
]

export const metricUpdateRoutes: RouteObject[] = [
  lazyPage(
    'administration/packages/:name/update',
    () => import('./UpdateMetricsPage.tsx'),
    ({ UpdateMetricsPage }) => UpdateMetricsPage,
  ),
]

export const publicMetricRoutes: RouteObject[] = [
  lazyPage('public_metrics', list, ({ PublicMetricListPage }) => PublicMetricListPage),
  lazyPage('public_metrics/:name', pages, ({ PublicMetricPage }) => PublicMetricPage),
]
