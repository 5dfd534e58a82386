import type { RouteObject } from 'react-router'
import { historyRoutes } from '#kit/page/history-routes.ts'
import { lazyPage } from '#kit/page/lazy-page.tsx'

const list = () => import('./MetricTemplateListPage.tsx')
const form = () => import('./MetricTemplateFormPage.tsx')
const details = () => import('./MetricTemplatePages.tsx')
const history = () => import('./MetricTemplatePages.tsx')

/** The pages of the super-tenant, which edits templates. */
export const metricTemplateRoutes: RouteObject[] = [
  lazyPage('metrictemplates', list, ({ MetricTemplateListPage }) => MetricTemplateListPage),
  lazyPage('metrictemplates/add', form, ({ AddMetricTemplatePage }) => AddMetricTemplatePage),
  lazyPage('metrictemplates/:name', form, ({ ChangeMetricTemplatePage }) => ChangeMetricTemplatePage),
  lazyPage('metrictemplates/:name/clone', form, ({ CloneMetricTemplatePage }) => CloneMetricTemplatePage),
  ...historyRoutes('metrictemplates/:name', history, ({ metricTemplateHistory }) => metricTemplateHistory),
]

const administration = 'administration/metrictemplates'

/** The pages of a tenant's administrators. */
export const tenantMetricTemplateRoutes: RouteObject[] = [
  lazyPage(administration, list, ({ TenantMetricTemplateListPage }) => TenantMetricTemplateListPage),
  lazyPage(`${administration}/:name`, details, ({ TenantMetricTemplatePage }) => TenantMetricTemplatePage),
  ...historyRoutes(
    `${administration}/:name`,
    history,
    ({ tenantMetricTemplateHistory }) => tenantMetricTemplateHistory,
  ),
]

/** The pages of all users of a tenant, below the probe. */
export const templateOfProbeRoutes: RouteObject[] = [
  lazyPage('probes/:probe/:name', details, ({ MetricTemplateOfProbePage }) => MetricTemplateOfProbePage),
]

export const publicMetricTemplateRoutes: RouteObject[] = [
  lazyPage('public_metrictemplates', list, ({ PublicMetricTemplateListPage }) => PublicMetricTemplateListPage),
  lazyPage('public_metrictemplates/:name', details, ({ PublicMetricTemplatePage }) => PublicMetricTemplatePage),
  ...historyRoutes(
    'public_metrictemplates/:name',
    history,
    ({ publicMetricTemplateHistory }) => publicMetricTemplateHistory,
  ),
]
