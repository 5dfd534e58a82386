import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const page = () => import('./DifferencesPage.tsx')

export const differenceRoutes: RouteObject[] = [
  lazyPage('administration/differences', page, ({ DifferencesPage }) => DifferencesPage),
]
