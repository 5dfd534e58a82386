import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const pages = () => import('./EffectiveCheckPages.tsx')

/** The routes are for superusers only, because the check shows the content of overrides. */
export const effectiveCheckRoutes: RouteObject[] = [
  lazyPage('administration/effectiveresult', pages, ({ EffectiveResultPage }) => EffectiveResultPage),
  lazyPage('metrics/:name/preview', pages, ({ MetricPreviewPage }) => MetricPreviewPage),
]
