import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./MetricTagListPage.tsx')
const pages = () => import('./MetricTagPages.tsx')

export const metricTagRoutes: RouteObject[] = [
  lazyPage('metrictags', list, ({ MetricTagListPage }) => MetricTagListPage),
  lazyPage('metrictags/add', pages, ({ AddMetricTagPage }) => AddMetricTagPage),
  lazyPage('metrictags/:name', pages, ({ ChangeMetricTagPage }) => ChangeMetricTagPage),
  lazyPage('metrictags/:name/clone', pages, ({ CloneMetricTagPage }) => CloneMetricTagPage),
  lazyPage('metrictags/:name/history', pages, ({ MetricTagHistoryPage }) => MetricTagHistoryPage),
  lazyPage('metrictags/:name/history/:version', pages, ({ MetricTagVersionPage }) => MetricTagVersionPage),
  lazyPage('metrictags/:name/history/compare/:newer/:older', pages, ({ MetricTagComparePage }) => MetricTagComparePage),
]

export const publicMetricTagRoutes: RouteObject[] = [
  lazyPage('public_metrictags', list, ({ PublicMetricTagListPage }) => PublicMetricTagListPage),
  lazyPage('public_metrictags/:name', pages, ({ PublicMetricTagPage }) => PublicMetricTagPage),
]
