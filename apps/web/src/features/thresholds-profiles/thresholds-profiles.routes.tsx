import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./ThresholdsProfileListPage.tsx')
const pages = () => import('./ThresholdsProfilePages.tsx')
const published = () => import('./PublicThresholdsProfilePage.tsx')

export const thresholdsProfileRoutes: RouteObject[] = [
  lazyPage('thresholdsprofiles', list, ({ ThresholdsProfileListPage }) => ThresholdsProfileListPage),
  lazyPage('thresholdsprofiles/add', pages, ({ AddThresholdsProfilePage }) => AddThresholdsProfilePage),
  lazyPage('thresholdsprofiles/:name', pages, ({ ChangeThresholdsProfilePage }) => ChangeThresholdsProfilePage),
  ...historyRoutes('thresholdsprofiles/:name', pages, ({ thresholdsProfileHistory }) => thresholdsProfileHistory),
]

export const publicThresholdsProfileRoutes: RouteObject[] = [
  lazyPage('public_thresholdsprofiles', list, ({ PublicThresholdsProfileListPage }) => PublicThresholdsProfileListPage),
  lazyPage(
    'public_thresholdsprofiles/:name',
    published,
    ({ PublicThresholdsProfilePage }) => PublicThresholdsProfilePage,
  ),
]
