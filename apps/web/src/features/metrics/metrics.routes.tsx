import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./MetricListPage.tsx')
const added = () => import('./ImportMetricsPage.tsx')
const pages = () => import('./MetricPages.tsx')
const update = () => import('./UpdateMetricsPage.tsx')

export const metricRoutes: RouteObject[] = [
  lazyPage('metrics', list, ({ MetricListPage }) => MetricListPage),
  lazyPage('metrics/add', added, ({ ImportMetricsPage }) => ImportMetricsPage),
  ...objectRoutes('metrics', pages, ({ metricPages }) => metricPages, ['details', ...historyParts]),
]

export const metricUpdateRoutes: RouteObject[] = [
  lazyPage('administration/packages/:name/update', update, ({ UpdateMetricsPage }) => UpdateMetricsPage),
]

export const publicMetricRoutes: RouteObject[] = [
  lazyPage('public_metrics', list, ({ PublicMetricListPage }) => PublicMetricListPage),
  ...objectRoutes('public_metrics', pages, ({ publicMetricPages }) => publicMetricPages, ['details']),
]
