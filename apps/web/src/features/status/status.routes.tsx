import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

export const statusRoutes: RouteObject[] = [
  lazyPage(
    'administration/status',
    () => import('./StatusPage.tsx'),
    ({ StatusPage }) => StatusPage,
  ),
]
