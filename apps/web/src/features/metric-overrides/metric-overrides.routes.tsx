import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./OverrideListPage.tsx')
const form = () => import('./OverrideFormPage.tsx')
const history = () => import('./OverrideHistoryPages.tsx')
const check = () => import('./EffectiveCheckPages.tsx')

const root = 'administration/metricoverrides'

/** For superusers alone, what boxes run included: it tells what overrides hold. */
export const metricOverrideRoutes: RouteObject[] = [
  lazyPage(root, list, ({ OverrideListPage }) => OverrideListPage),
  lazyPage(`${root}/add`, form, ({ AddOverridePage }) => AddOverridePage),
  lazyPage(`${root}/:name`, form, ({ ChangeOverridePage }) => ChangeOverridePage),
  lazyPage(`${root}/:name/clone`, form, ({ CloneOverridePage }) => CloneOverridePage),
  lazyPage(`${root}/:name/history`, history, ({ OverrideHistoryPage }) => OverrideHistoryPage),
  lazyPage(`${root}/:name/history/:version`, history, ({ OverrideVersionPage }) => OverrideVersionPage),
  lazyPage(`${root}/:name/history/compare/:newer/:older`, history, ({ OverrideComparePage }) => OverrideComparePage),
  lazyPage('administration/effectiveresult', check, ({ EffectiveResultPage }) => EffectiveResultPage),
  lazyPage('metrics/:name/preview', check, ({ MetricPreviewPage }) => MetricPreviewPage),
]
