import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

export const differenceRoutes: RouteObject[] = [
  lazyPage(
    'administration/differences',
    () => import('./DifferencesPage.tsx'),
    ({ DifferencesPage }) => DifferencesPage,
  ),
]
