// What monitoring boxes may ask of metric templates, in the words in which they ask of metrics.
import { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'
import { machineMetricJson, type StoredMetric, storedMetric } from './machine-metric-json.ts'

/**
 * What would a monitoring box have to run for every template there is? Each as it is now and with its own configuration,
 * by name in code point order. The answer is that of the contract's `machineTemplates`.
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

/** Which templates carry this tag now? Undefined when there is no such tag. */
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
