import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./MetricProfileListPage.tsx')
const pages = () => import('./MetricProfilePages.tsx')
const published = () => import('./MetricProfileDetailsPage.tsx')

export const metricProfileRoutes: RouteObject[] = [
  lazyPage('metricprofiles', list, ({ MetricProfileListPage }) => MetricProfileListPage),
  ...objectRoutes('metricprofiles', pages, ({ metricProfilePages }) => metricProfilePages, [
    'add',
    'details',
    'clone',
    ...historyParts,
  ]),
]

export const publicMetricProfileRoutes: RouteObject[] = [
  lazyPage('public_metricprofiles', list, ({ PublicMetricProfileListPage }) => PublicMetricProfileListPage),
  ...objectRoutes('public_metricprofiles', published, ({ publicMetricProfilePages }) => publicMetricProfilePages, [
    'details',
    ...historyParts,
  ]),
]
