import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./MetricTagListPage.tsx')
const pages = () => import('./MetricTagPages.tsx')

export const metricTagRoutes: RouteObject[] = [
  lazyPage('metrictags', list, ({ MetricTagListPage }) => MetricTagListPage),
  ...objectRoutes('metrictags', pages, ({ metricTagPages }) => metricTagPages, [
    'add',
    'details',
    'clone',
    ...historyParts,
  ]),
]

export const publicMetricTagRoutes: RouteObject[] = [
  lazyPage('public_metrictags', list, ({ PublicMetricTagListPage }) => PublicMetricTagListPage),
  ...objectRoutes('public_metrictags', pages, ({ publicMetricTagPages }) => publicMetricTagPages, ['details']),
]
