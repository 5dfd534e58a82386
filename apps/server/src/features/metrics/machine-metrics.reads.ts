// What monitoring boxes may ask of metrics, and of metric templates in the same format. Each function answers one question.
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { orderedJson, WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { type RawBuilder, sql } from 'kysely'
import { byCodePoint } from '#kit/recording/by-code-point.ts'
import type { Context } from '#request/context.ts'

/**
 * What does a monitoring box have to run for this tenant? Every metric under its name, by name in code point order. The
 * configuration is the tenant's own; the rest is the template version the metric is pinned to, also when the
 * template has moved on. The answer is that of the contract's `machineMetrics`.
 */
export async function metricsForMachines(ctx: Context): Promise<WrittenJson> {
  const { rows } = await sql<StoredMetric>`
    select ${storedMetric(sql`metric.config`)}
    from metrics as metric
    join metric_template_versions as template on template.id = metric.template_version_id
    left join probe_versions as probe on probe.id = template.probe_version_id
    order by template.name
  `.execute(ctx.db)
  return new WrittenJson(`[${rows.map(machineMetricJson).join(',')}]`)
}

/** Which of the tenant's metrics have a template that carries this tag now? Undefined when there is no such tag. */
export async function metricsWithTag(ctx: Context, tag: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select template.name
    from metric_tags as tag
    left join metric_template_tags as tagged on tagged.tag_id = tag.id
    left join metrics as metric on metric.tenant_id = current_tenant() and metric.template_id = tagged.template_id
    left join metric_template_versions as template on template.id = metric.template_version_id
    where tag.name = ${tag}
    order by template.name
  `.execute(ctx.db)
  if (rows.length === 0) return undefined
  return rows.flatMap(({ name }) => (name === null ? [] : [name]))
}

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

/** A metric as it is read for monitoring boxes. Lists are the JSON that is stored. */
interface StoredMetric {
  readonly name: string
  readonly tags: string
  readonly probe: string
  readonly config: string
  readonly flags: string
  readonly dependency: string
  readonly attribute: string
  readonly parameter: string
  readonly parent: string
  readonly docurl: string
}

/** The columns of a `StoredMetric`, from a template version as `template` and its probe version, if any, as `probe`. */
const storedMetric = (config: RawBuilder<unknown>) => sql`
  template.name, to_json(template.tags)::text as tags, template.probeexecutable as probe, ${config}::text as config,
  template.flags::text, template.dependency::text, template.attribute::text, template.parameter::text,
  template.parent, coalesce(probe.docurl, '') as docurl`

const json = JSON.stringify

/**
 * A metric as boxes get it, under its name as the only key: all nine members always there, in this order. It is written
 * letter by letter because a tenant has thousands of them, and boxes ask for all of them again and again.
 */
const machineMetricJson = (metric: StoredMetric): string =>
  `{${json(metric.name)}:{"tags":${sortedTags(metric.tags)},"probe":${json(metric.probe)},` +
  `"config":${settings(metric.config)},"flags":${settings(metric.flags)},"dependency":${settings(metric.dependency)},` +
  `"attribute":${settings(metric.attribute)},"parameter":${settings(metric.parameter)},` +
  `"parent":${json(metric.parent)},"docurl":${json(metric.docurl)}}}`

const sortedTags = remembering((list) => {
  const tags: string[] = JSON.parse(list)
  return json(tags.sort(byCodePoint))
})

/** A repeated key stands once, in the place of its first occurrence with the value of its last: as a `Map` does it. */
const settings = remembering((list) => {
  const pairs: KeyValue[] = JSON.parse(list)
  return orderedJson(new Map(pairs.map(({ key, value }) => [key, value])))
})

/** Caches conversions: most lists repeat, from metric to metric and from request to request. */
function remembering(convert: (list: string) => string): (list: string) => string {
  const maxRemembered = 10_000
  const known = new Map<string, string>()
  return (list) => {
    const remembered = known.get(list)
    if (remembered !== undefined) return remembered
    if (known.size >= maxRemembered) known.clear()
    const converted = convert(list)
    known.set(list, converted)
    return converted
  }
}
