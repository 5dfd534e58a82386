// Metrics, and metric templates in the same format, for monitoring boxes.
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { orderedJson, WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context.ts'

/**
 * The metrics of the tenant, by name in code point order: each with its own configuration, and the rest from the template
 * version that it uses, even if the template has a newer one. The response of the contract's `machineMetrics`.
 */
export const metricsForMachines = (ctx: Context): Promise<WrittenJson> =>
  checksForMachines(
    ctx,
    sql`metric.config`,
    sql`metrics as metric join metric_template_versions as template on template.id = metric.template_version_id`,
  )

/**
 * All metric templates in their current version, by name in code point order. The response of the contract's
 * `machineTemplates`.
 */
export const templatesForMachines = (ctx: Context): Promise<WrittenJson> =>
  checksForMachines(
    ctx,
    sql`template.config`,
    sql`metric_templates as current
      join metric_template_versions as template on template.id = current.current_version_id`,
  )

/** The names of the tenant's metrics whose template has this tag; undefined if there is no such tag. */
export const metricsWithTag = (ctx: Context, tag: string): Promise<string[] | undefined> =>
  namesWithTag(
    ctx,
    tag,
    sql`left join metrics as metric on metric.tenant_id = current_tenant() and metric.template_id = tagged.template_id
      left join metric_template_versions as template on template.id = metric.template_version_id`,
  )

/** The names of the metric templates with this tag; undefined if there is no such tag. */
export const templatesWithTag = (ctx: Context, tag: string): Promise<string[] | undefined> =>
  namesWithTag(ctx, tag, sql`left join metric_templates as template on template.id = tagged.template_id`)

/** `objects` joins the objects with a template version as `template`. */
async function checksForMachines(ctx: Context, config: RawBuilder<unknown>, objects: RawBuilder<unknown>) {
  const { rows } = await sql<StoredMetric>`
    select template.name, to_json(template.tags)::text as tags, template.probeexecutable as probe, ${config}::text as config,
      template.flags::text, template.dependency::text, template.attribute::text, template.parameter::text,
      template.parent, coalesce(probe.docurl, '') as docurl
    from ${objects} left join probe_versions as probe on probe.id = template.probe_version_id
    order by template.name
  `.execute(ctx.db)
  return new WrittenJson(`[${rows.map(machineMetricJson).join(',')}]`)
}

/** `objects` joins the objects of a tagged template as `template`; a tag without any has a row without a name. */
async function namesWithTag(ctx: Context, tag: string, objects: RawBuilder<unknown>): Promise<string[] | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select template.name
    from metric_tags as tag left join metric_template_tags as tagged on tagged.tag_id = tag.id ${objects}
    where tag.name = ${tag}
    order by template.name
  `.execute(ctx.db)
  if (rows.length === 0) return undefined
  return rows.flatMap(({ name }) => (name === null ? [] : [name]))
}

/** A row of the database. Lists are the stored JSON. */
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

const json = JSON.stringify

/**
 * A metric as an object with its name as the only key; the nine members are always present, in this order. The text is
 * concatenated, since a tenant has thousands of metrics and boxes read all of them repeatedly.
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

/** Of a repeated key, the result has the place of the first occurrence and the value of the last, like a `Map`. */
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
