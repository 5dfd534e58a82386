import { metricTags, metricTagUsage } from '@quatrain/contract/resources/metric-tag.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { queryOf, resourceQueries } from '#kit/api/queries.ts'

export const metricTagQueries = resourceQueries(metricTags)

/** All templates, which can have the tag. */
export const templates = resourceQueries(metricTemplates).list()

/** The metrics of all tenants whose templates have the tag; for the super-tenant only. */
export const usageOfTag = (name: string) =>
  queryOf([...metricTagQueries.all, 'usage', name], metricTagUsage, { params: { key: name } })
