import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./AggregationProfileListPage.tsx')
const pages = () => import('./AggregationProfilePages.tsx')
const published = () => import('./PublicAggregationProfilePage.tsx')

export const aggregationProfileRoutes: RouteObject[] = [
  lazyPage('aggregationprofiles', list, ({ AggregationProfileListPage }) => AggregationProfileListPage),
  lazyPage('aggregationprofiles/add', pages, ({ AddAggregationProfilePage }) => AddAggregationProfilePage),
  lazyPage('aggregationprofiles/:name', pages, ({ ChangeAggregationProfilePage }) => ChangeAggregationProfilePage),
  ...historyRoutes('aggregationprofiles/:name', pages, ({ aggregationProfileHistory }) => aggregationProfileHistory),
]

export const publicAggregationProfileRoutes: RouteObject[] = [
  lazyPage(
    'public_aggregationprofiles',
    list,
    ({ PublicAggregationProfileListPage }) => PublicAggregationProfileListPage,
  ),
  lazyPage(
    'public_aggregationprofiles/:name',
    published,
    ({ PublicAggregationProfilePage }) => PublicAggregationProfilePage,
  ),
]
