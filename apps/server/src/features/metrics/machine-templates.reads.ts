// Queries on metric templates for monitoring boxes, in the format of metrics.
import { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'
import { machineMetricJson, type StoredMetric, storedMetric } from './machine-metric-json.ts'

/**
 * All templates for monitoring boxes, each in its current version with its own configuration, by name in code point
 * order, in the format of the contract's `machineTemplates`.
 */
export async function templatesForMachines(ctx: Context): Promise<WrittenJson> {
  const { rows } = await sql<StoredMetric>`
    select ${storedMetric(sql`template.config`)}
    from metric_templates as current
    join metric_template_versions as template on template.id = current.current_version_id
    left join probe_versions as probe on probe.id = template.probe_version_id
    order by template.name
  `.execute(ctx.db)
  return new WrittenJson(`[${rows.map(machineMetricJson).join(',')}]`)
}

/** The templates with this tag; undefined if the tag does not exist. */
export async function templatesWithTag(ctx: Context, tag: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select template.name
    from metric_tags as tag
    left join metric_template_tags as tagged on tagged.tag_id = tag.id
    left join metric_templates as template on template.id = tagged.template_id
    where tag.name = ${tag}
    order by template.name
  `.execute(ctx.db)
  if (rows.length === 0) return undefined
  return rows.flatMap(({ name }) => (name === null ? [] : [name]))
}
