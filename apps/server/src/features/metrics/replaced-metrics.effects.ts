// Which metrics other features are to name otherwise once templates have changed.
import { type RawBuilder, sql } from 'kysely'

/**
 * Which metric is to be replaced by which in each tenant's profiles when a version of a template was renamed: where the
 * tenant stands on that version, or has no metric of it at all, so that the name can only mean the template's.
 */
export const metricsRenamedTo = (
  name: string,
  { templateId, versionId, was }: { readonly templateId: number; readonly versionId: number; readonly was: string },
) => sql`
  select tenant.id as tenant_id, ${was}::text as metric, ${name}::text as by
  from tenants as tenant
  left join metrics as metric on metric.tenant_id = tenant.id and metric.template_id = ${templateId}
  where metric.template_version_id = ${versionId} or (metric.id is null and not ${hasOther(sql`${was}::text`)})`

/** The same for templates that are about to go: whatever the tenants call their metrics. */
export const metricsGoneFrom = (templateIds: readonly number[]) => sql`
  select tenant.id as tenant_id, coalesce(held.name, template.name) as metric, null::text as by
  from tenants as tenant
  join metric_templates as template on template.id = any(${[...templateIds]}::integer[])
  left join metrics as metric on metric.tenant_id = tenant.id and metric.template_id = template.id
  left join metric_template_versions as held on held.id = metric.template_version_id
  where metric.id is not null or not ${hasOther(sql`template.name`)}`

export interface Replacement {
  readonly metric: string
  readonly by: string | null
}

/** The same for metrics of this one tenant, given by what they are called. */
export const metricsReplacedBy = (
  replacements: readonly { readonly metric: string; readonly by: string | null }[],
) => sql`
  select current_tenant() as tenant_id, metric, by
  from json_to_recordset(${JSON.stringify(replacements)}::json) as given (metric text, by text)`

/** Does the tenant have a metric of this name, whatever template it was made from? */
const hasOther = (name: RawBuilder<unknown>) => sql`exists (
  select from metrics as other join metric_template_versions as named on named.id = other.template_version_id
  where other.tenant_id = tenant.id and named.name = ${name})`
