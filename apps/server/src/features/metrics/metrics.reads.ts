// What others may ask of metrics. Each function answers one question.
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import type { MachineMetric } from '@quatrain/contract/machine-api/metrics.ts'
import { sql } from 'kysely'
import type { Context } from '#request/context.ts'

/** Key/value lists are texts here. */
interface Row {
  readonly name: string
  readonly tags: string[]
  readonly probe: string
  readonly config: string
  readonly flags: string
  readonly dependency: string
  readonly attribute: string
  readonly parameter: string
  readonly parent: string
  readonly docurl: string
}

/**
 * What does a monitoring box have to run for this tenant? Every metric under its name, by name in code point order. The
 * configuration is the tenant's own; the rest is the template version the metric is pinned to, also when the
 * template has moved on.
 */
export async function metricsForMachines(ctx: Context): Promise<Map<string, MachineMetric>[]> {
  const { rows } = await sql<Row>`
    select template.name, template.tags, template.probeexecutable as probe, metric.config::text, template.flags::text,
      template.dependency::text, template.attribute::text, template.parameter::text, template.parent,
      coalesce(probe.docurl, '') as docurl
    from metrics as metric
    join metric_template_versions as template on template.id = metric.template_version_id
    left join probe_versions as probe on probe.id = template.probe_version_id
    order by template.name
  `.execute(ctx.db)
  const settings = settingsReader()
  return rows.map(({ name, tags, probe, config, flags, dependency, attribute, parameter, parent, docurl }) => {
    const metric = {
      tags: tags.toSorted(),
      probe,
      config: settings(config),
      flags: settings(flags),
      dependency: settings(dependency),
      attribute: settings(attribute),
      parameter: settings(parameter),
      parent,
      docurl,
    }
    return new Map([[name, metric]])
  })
}

/** Reads key/value lists from their texts. Most lists repeat from metric to metric: a text is read once. */
function settingsReader(): (text: string) => MachineMetric['config'] {
  const known = new Map<string, MachineMetric['config']>()
  return (text) => {
    const settings = known.get(text) ?? settingsIn(JSON.parse(text))
    known.set(text, settings)
    return settings
  }
}

/** A repeated key stands once, in the place of its first occurrence with the value of its last: as a `Map` does it. */
const settingsIn = (pairs: readonly KeyValue[]) => new Map(pairs.map(({ key, value }) => [key, value]))

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
