// Metrics, and metric templates in the same format, for monitoring boxes.
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import { orderedJson, WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context/context.ts'

/**
 * The metrics of the tenant, by name in code point order: each with its own configuration, and the rest from the template
 * version that it uses, even if the template has a newer one. The response of the contract's `machineMetrics`.
 */
export const metricsForMachines = (ctx: Context): Promise<WrittenJson> =>
  checksForMachines(ctx, sql`metrics_with_content`)

/**
 * All metric templates in their current version, by name in code point order. The response of the contract's
 * `machineTemplates`.
 */
export const templatesForMachines = (ctx: Context): Promise<WrittenJson> =>
  checksForMachines(
    ctx,
    sql`(
      select version.*, probe.docurl from metric_templates as current
      join metric_template_versions as version on version.id = current.current_version_id
      left join probe_versions as probe on probe.id = version.probe_version_id)`,
  )

/** The names of the tenant's metrics whose template has this tag; undefined if there is no such tag. */
export const metricsWithTag = (ctx: Context, tag: string): Promise<string[] | undefined> =>
  namesWithTag(
    ctx,
    sql`(select ${tag}::text as name where exists (select from metric_tags where name = ${tag}) or exists (
        select from tags_of_templates() as tagged where tagged.name = ${tag}))`,
    sql`left join tags_of_templates() as tagged on tagged.name = tag.name
      left join metrics_with_content as metric
        on metric.tenant_id = current_tenant() and metric.template_id = tagged.template_id`,
  )

/** The names of the metric templates with this tag; undefined if there is no such tag. */
export const templatesWithTag = (ctx: Context, tag: string): Promise<string[] | undefined> =>
  namesWithTag(
    ctx,
    sql`(select id from metric_tags where name = ${tag})`,
    sql`left join metric_template_tags as tagged on tagged.tag_id = tag.id
      left join metric_templates as metric on metric.id = tagged.template_id`,
  )

/** `objects` are metrics, or templates in the same columns. */
async function checksForMachines(ctx: Context, objects: RawBuilder<unknown>) {
  const { rows } = await sql<StoredMetric>`
    select name, to_json(tags)::text as tags, probeexecutable as probe, config::text, flags::text, dependency::text,
      attribute::text, parameter::text, parent, coalesce(docurl, '') as docurl
    from ${objects} as metric
    order by name
  `.execute(ctx.db)
  return new WrittenJson(`[${rows.map(machineMetricJson).join(',')}]`)
}

/** `objects` joins the objects of the tag as `metric`; a tag without any has a row without a name. */
async function namesWithTag(
  ctx: Context,
  tag: RawBuilder<unknown>,
  objects: RawBuilder<unknown>,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select metric.name from ${tag} as tag ${objects} order by metric.name
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

/** A repeated key has the place of its first occurrence and the value of its last, like a key of a `Map`. */
const settings = remembering((list) => {
  const pairs: KeyValue[] = JSON.parse(list)
  return orderedJson(new Map(pairs.map(({ key, value }) => [key, value])))
})

/** Caches conversions: most lists repeat, from metric to metric and from request to request. */
function remembering(convert: (list: string) => string): (list: string) => string {
  const maxRemembered = 10_000
  const knownValues = new Map<string, string>()
  return (list) => {
    const remembered = knownValues.get(list)
    if (remembered !== undefined) return remembered
    if (knownValues.size >= maxRemembered) knownValues.clear()
    const converted = convert(list)
    knownValues.set(list, converted)
    return converted
  }
}
