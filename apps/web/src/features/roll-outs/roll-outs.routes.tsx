import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

export const rollOutRoutes: RouteObject[] = [
  lazyPage(
    'administration/rollouts',
    () => import('./RollOutsPage.tsx'),
    ({ RollOutsPage }) => RollOutsPage,
  ),
  lazyPage(
    'administration/rollouts/:number',
    () => import('./RollOutPage.tsx'),
    ({ RollOutPage }) => RollOutPage,
  ),
]
