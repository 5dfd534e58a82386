import {
  metricTemplates,
  metricTemplateUsedBy,
  templatesOfTenant,
} from '@quatrain/contract/resources/metric-template.ts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf, resourceQueries, type View } from '#kit/api/queries.ts'

export const metricTemplateQueries = resourceQueries(metricTemplates)

/** The names of all templates. */
export const templateNamesFor = (view: View) => ({ ...metricTemplateQueries.list(view), select: namesOf })

const namesOf = (rows: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(rows.map(({ name }) => name))

/** The dependents of a template in all tenants; for the super-tenant only. */
export const usageOfTemplate = (name: string) =>
  queryOf([...metricTemplateQueries.all, 'usage', name], metricTemplateUsedBy, { params: { key: name } })

/** The names of the templates of which a tenant has metrics; for the super-tenant only. */
export const templatesUsedBy = (tenant: string) =>
  queryOptions({
    ...queryOf([...metricTemplateQueries.all, 'of tenant', tenant], templatesOfTenant, { params: { key: tenant } }),
    select: (names) => new Set(names),
  })
