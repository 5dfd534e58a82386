import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./RollOutsPage.tsx')
const page = () => import('./RollOutPage.tsx')

export const rollOutRoutes: RouteObject[] = [
  lazyPage('administration/rollouts', list, ({ RollOutsPage }) => RollOutsPage),
  lazyPage('administration/rollouts/:number', page, ({ RollOutPage }) => RollOutPage),
]
