import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./MetricTagListPage.tsx')
const pages = () => import('./MetricTagPages.tsx')

export const metricTagRoutes: RouteObject[] = [
  lazyPage('metrictags', list, ({ MetricTagListPage }) => MetricTagListPage),
  lazyPage('metrictags/add', pages, ({ AddMetricTagPage }) => AddMetricTagPage),
  lazyPage('metrictags/:name', pages, ({ ChangeMetricTagPage }) => ChangeMetricTagPage),
  lazyPage('metrictags/:name/clone', pages, ({ CloneMetricTagPage }) => CloneMetricTagPage),
  ...historyRoutes('metrictags/:name', pages, ({ metricTagHistory }) => metricTagHistory),
]

export const publicMetricTagRoutes: RouteObject[] = [
  lazyPage('public_metrictags', list, ({ PublicMetricTagListPage }) => PublicMetricTagListPage),
  lazyPage('public_metrictags/:name', pages, ({ PublicMetricTagPage }) => PublicMetricTagPage),
]
