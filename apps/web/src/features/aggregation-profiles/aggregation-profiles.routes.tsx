import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./AggregationProfileListPage.tsx')
const pages = () => import('./AggregationProfilePages.tsx')
const published = () => import('./AggregationProfileDetailsPage.tsx')

export const aggregationProfileRoutes: RouteObject[] = [
  lazyPage('aggregationprofiles', list, ({ AggregationProfileListPage }) => AggregationProfileListPage),
  ...objectRoutes('aggregationprofiles', pages, ({ aggregationProfilePages }) => aggregationProfilePages, [
    'add',
    'details',
    ...historyParts,
  ]),
]

export const publicAggregationProfileRoutes: RouteObject[] = [
  lazyPage('public_aggregationprofiles', list, ({ PublicAggregationProfileListPage: Page }) => Page),
  ...objectRoutes('public_aggregationprofiles', published, (module) => module.publicAggregationProfilePages, [
    'details',
  ]),
]
