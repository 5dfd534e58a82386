import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./ThresholdsProfileListPage.tsx')
const pages = () => import('./ThresholdsProfilePages.tsx')
const published = () => import('./ThresholdsProfileDetailsPage.tsx')

export const thresholdsProfileRoutes: RouteObject[] = [
  lazyPage('thresholdsprofiles', list, ({ ThresholdsProfileListPage }) => ThresholdsProfileListPage),
  ...objectRoutes('thresholdsprofiles', pages, ({ thresholdsProfilePages }) => thresholdsProfilePages, [
    'add',
    'details',
    ...historyParts,
  ]),
]

export const publicThresholdsProfileRoutes: RouteObject[] = [
  lazyPage('public_thresholdsprofiles', list, ({ PublicThresholdsProfileListPage }) => PublicThresholdsProfileListPage),
  ...objectRoutes('public_thresholdsprofiles', published, (module) => module.publicThresholdsProfilePages, ['details']),
]
