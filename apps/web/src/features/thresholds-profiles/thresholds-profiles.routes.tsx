import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ThresholdsProfileListPage.tsx')
const pages = () => import('./ThresholdsProfilePages.tsx')
const published = () => import('./PublicThresholdsProfilePage.tsx')

export const thresholdsProfileRoutes: RouteObject[] = [
  lazyPage('thresholdsprofiles', list, ({ ThresholdsProfileListPage }) => ThresholdsProfileListPage),
  lazyPage('thresholdsprofiles/add', pages, ({ AddThresholdsProfilePage }) => AddThresholdsProfilePage),
  lazyPage('thresholdsprofiles/:name', pages, ({ ChangeThresholdsProfilePage }) => ChangeThresholdsProfilePage),
  lazyPage(
    'thresholdsprofiles/:name/history',
    pages,
    ({ ThresholdsProfileHistoryPage }) => ThresholdsProfileHistoryPage,
  ),
  lazyPage(
    'thresholdsprofiles/:name/history/:version',
    pages,
    ({ ThresholdsProfileVersionPage }) => ThresholdsProfileVersionPage,
  ),
  lazyPage(
    'thresholdsprofiles/:name/history/compare/:newer/:older',
    pages,
    ({ ThresholdsProfileComparePage }) => ThresholdsProfileComparePage,
  ),
]

export const publicThresholdsProfileRoutes: RouteObject[] = [
  lazyPage('public_thresholdsprofiles', list, ({ PublicThresholdsProfileListPage }) => PublicThresholdsProfileListPage),
  lazyPage(
    'public_thresholdsprofiles/:name',
    published,
    ({ PublicThresholdsProfilePage }) => PublicThresholdsProfilePage,
  ),
]
