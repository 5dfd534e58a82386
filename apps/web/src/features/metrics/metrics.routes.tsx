import type { RouteObject } from 'react-router'
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
  lazyPage('metrics/:name/history', pages, ({ MetricHistoryPage }) => MetricHistoryPage),
  lazyPage('metrics/:name/history/:version', pages, ({ MetricVersionPage }) => MetricVersionPage),
  lazyPage('metrics/:name/history/compare/:newer/:older', pages, ({ MetricComparePage }) => MetricComparePage),
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
