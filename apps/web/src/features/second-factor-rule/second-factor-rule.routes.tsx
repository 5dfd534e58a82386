import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const page = () => import('./SecondFactorRulePage.tsx')

export const secondFactorRuleRoutes: RouteObject[] = [
  lazyPage('administration/secondfactor', page, ({ SecondFactorRulePage }) => SecondFactorRulePage),
]
