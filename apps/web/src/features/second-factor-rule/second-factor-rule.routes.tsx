import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

export const secondFactorRuleRoutes: RouteObject[] = [
  lazyPage(
    'administration/secondfactor',
    () => import('./SecondFactorRulePage.tsx'),
    ({ SecondFactorRulePage }) => SecondFactorRulePage,
  ),
]
