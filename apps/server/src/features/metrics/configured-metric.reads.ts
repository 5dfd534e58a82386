import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'

/** A metric of the tenant with everything that its check consists of. */
export interface ConfiguredMetric {
  readonly name: string
  readonly mtype: 'Active' | 'Passive'
  readonly probeexecutable: string
  readonly parent: string
  /** The parent is an active metric of the tenant. */
  readonly hasParent: boolean
  readonly isInProfile: boolean
  readonly flags: readonly KeyValue[]
  readonly attribute: readonly KeyValue[]
  readonly parameter: readonly KeyValue[]
  /** The tenant's own, and that of the template version it is pinned to. */
  readonly config: readonly KeyValue[]
  readonly templateConfig: readonly KeyValue[]
}

/** Reads what the check of this metric consists of. Throws `not_found`. */
export async function configuredMetric(ctx: Context, name: string): Promise<ConfiguredMetric> {
  const { rows } = await sql<ConfiguredMetric>`
    select template.name, template.mtype, template.probeexecutable, template.parent, template.flags,
      template.attribute, template.parameter, metric.config, template.config as "templateConfig",
      exists (
        select from metrics as other
        join metric_template_versions as version on version.id = other.template_version_id
        where version.name = template.parent and version.mtype = 'Active') as "hasParent",
      exists (
        select from metric_profile_instances as pair
        where pair.tenant_id = metric.tenant_id and pair.metric = template.name) as "isInProfile"
    from metrics as metric
    join metric_template_versions as template on template.id = metric.template_version_id
    where template.name = ${name}
  `.execute(ctx.db)
  const [metric] = rows
  if (!metric) throw notFound('Metric')
  return metric
}
