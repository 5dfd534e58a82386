import type { RouteObject } from 'react-router'
import { lazyPage } from '#kit/page/lazy-page.tsx'
import { historyParts, objectRoutes } from '#kit/resource/object-routes.ts'

const list = () => import('./MetricTemplateListPage.tsx')
const form = () => import('./MetricTemplateFormPage.tsx')
const pages = () => import('./MetricTemplatePages.tsx')

/** The pages of the super-tenant, which edits templates. */
export const metricTemplateRoutes: RouteObject[] = [
  lazyPage('metrictemplates', list, ({ MetricTemplateListPage }) => MetricTemplateListPage),
  ...objectRoutes('metrictemplates', form, ({ metricTemplatePages }) => metricTemplatePages, [
    'add',
    'details',
    'clone',
  ]),
  ...objectRoutes('metrictemplates', pages, ({ metricTemplateHistory }) => metricTemplateHistory, historyParts),
]

const root = 'administration/metrictemplates'

/** The pages of a tenant's administrators. */
export const tenantMetricTemplateRoutes: RouteObject[] = [
  lazyPage(root, list, ({ TenantMetricTemplateListPage }) => TenantMetricTemplateListPage),
  ...objectRoutes(root, pages, ({ tenantMetricTemplatePages: page }) => page, ['details', ...historyParts]),
]

/** The pages of all users of a tenant, below the probe. */
export const templateOfProbeRoutes: RouteObject[] = [
  lazyPage('probes/:probe/:name', pages, ({ MetricTemplateOfProbePage }) => MetricTemplateOfProbePage),
]

export const publicMetricTemplateRoutes: RouteObject[] = [
  lazyPage('public_metrictemplates', list, ({ PublicMetricTemplateListPage }) => PublicMetricTemplateListPage),
  ...objectRoutes('public_metrictemplates', pages, ({ publicMetricTemplatePages: page }) => page, [
    'details',
    ...historyParts,
  ]),
]
