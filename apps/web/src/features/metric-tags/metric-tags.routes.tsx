import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./MetricTagListPage.tsx')
const form = () => import('./MetricTagFormPage.tsx')
const history = () => import('./MetricTagHistoryPages.tsx')

export const metricTagRoutes: RouteObject[] = [
  lazyPage('metrictags', list, ({ MetricTagListPage }) => MetricTagListPage),
  lazyPage('metrictags/add', form, ({ AddMetricTagPage }) => AddMetricTagPage),
  lazyPage('metrictags/:name', form, ({ ChangeMetricTagPage }) => ChangeMetricTagPage),
  lazyPage('metrictags/:name/clone', form, ({ CloneMetricTagPage }) => CloneMetricTagPage),
  lazyPage('metrictags/:name/history', history, ({ MetricTagHistoryPage }) => MetricTagHistoryPage),
  lazyPage('metrictags/:name/history/:version', history, ({ MetricTagVersionPage }) => MetricTagVersionPage),
  lazyPage(
    'metrictags/:name/history/compare/:newer/:older',
    history,
    ({ MetricTagComparePage }) => MetricTagComparePage,
  ),
]

export const publicMetricTagRoutes: RouteObject[] = [
  lazyPage('public_metrictags', list, ({ PublicMetricTagListPage }) => PublicMetricTagListPage),
  lazyPage('public_metrictags/:name', form, ({ PublicMetricTagPage }) => PublicMetricTagPage),
]
