import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./MetricProfileListPage.tsx')
const form = () => import('./MetricProfileFormPage.tsx')
const published = () => import('./PublicMetricProfilePages.tsx')
const history = () => import('./MetricProfileHistoryPages.tsx')

export const metricProfileRoutes: RouteObject[] = [
  lazyPage('metricprofiles', list, ({ MetricProfileListPage }) => MetricProfileListPage),
  lazyPage('metricprofiles/add', form, ({ AddMetricProfilePage }) => AddMetricProfilePage),
  lazyPage('metricprofiles/:name', form, ({ ChangeMetricProfilePage }) => ChangeMetricProfilePage),
  lazyPage('metricprofiles/:name/clone', form, ({ CloneMetricProfilePage }) => CloneMetricProfilePage),
  lazyPage('metricprofiles/:name/history', history, ({ MetricProfileHistoryPage }) => MetricProfileHistoryPage),
  lazyPage(
    'metricprofiles/:name/history/:version',
    () => import('./MetricProfileVersionPage.tsx'),
    ({ MetricProfileVersionPage }) => MetricProfileVersionPage,
  ),
  lazyPage(
    'metricprofiles/:name/history/compare/:newer/:older',
    history,
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
