import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./MetricProfileListPage.tsx')
const pages = () => import('./MetricProfilePages.tsx')
const published = () => import('./PublicMetricProfilePages.tsx')

export const metricProfileRoutes: RouteObject[] = [
  lazyPage('metricprofiles', list, ({ MetricProfileListPage }) => MetricProfileListPage),
  lazyPage('metricprofiles/add', pages, ({ AddMetricProfilePage }) => AddMetricProfilePage),
  lazyPage('metricprofiles/:name', pages, ({ ChangeMetricProfilePage }) => ChangeMetricProfilePage),
  lazyPage('metricprofiles/:name/clone', pages, ({ CloneMetricProfilePage }) => CloneMetricProfilePage),
  lazyPage('metricprofiles/:name/history', pages, ({ MetricProfileHistoryPage }) => MetricProfileHistoryPage),
  lazyPage('metricprofiles/:name/history/:version', pages, ({ MetricProfileVersionPage }) => MetricProfileVersionPage),
  lazyPage(
    'metricprofiles/:name/history/compare/:newer/:older',
    pages,
    ({ MetricProfileComparePage }) => MetricProfileComparePage,
  ),
]

export const publicMetricProfileRoutes: RouteObject[] = [
  lazyPage('public_metricprofiles', list, ({ PublicMetricProfileListPage }) => PublicMetricProfileListPage),
  lazyPage('public_metricprofiles/:name', published, ({ PublicMetricProfilePage }) => PublicMetricProfilePage),
  lazyPage(
    'public_metricprofiles/:name/history',
    published,
    ({ PublicMetricProfileHistoryPage }) => PublicMetricProfileHistoryPage,
  ),
  lazyPage(
    'public_metricprofiles/:name/history/:version',
    published,
    ({ PublicMetricProfileVersionPage }) => PublicMetricProfileVersionPage,
  ),
  lazyPage(
    'public_metricprofiles/:name/history/compare/:newer/:older',
    published,
    ({ PublicMetricProfileComparePage }) => PublicMetricProfileComparePage,
  ),
]
