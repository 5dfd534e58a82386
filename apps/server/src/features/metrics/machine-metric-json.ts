import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { orderedJson } from '@quatrain/platform/http/ordered-json.ts'
import { type RawBuilder, sql } from 'kysely'
import { byCodePoint } from '#kit/recording/by-code-point.ts'

/** A metric as it is read for monitoring boxes. Lists are stored JSON. */
export interface StoredMetric {
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
export const storedMetric = (config: RawBuilder<unknown>) => sql`
  template.name, to_json(template.tags)::text as tags, template.probeexecutable as probe, ${config}::text as config,
  template.flags::text, template.dependency::text, template.attribute::text, template.parameter::text,
  template.parent, coalesce(probe.docurl, '') as docurl`

const json = JSON.stringify

/**
 * A metric for boxes, under its name as the only key: always all nine members, in this order. It is serialized by hand
 * because a tenant has thousands of them, which boxes poll.
 */
export const machineMetricJson = (metric: StoredMetric): string =>
  `{${json(metric.name)}:{"tags":${sortedTags(metric.tags)},"probe":${json(metric.probe)},` +
  `"config":${settings(metric.config)},"flags":${settings(metric.flags)},"dependency":${settings(metric.dependency)},` +
  `"attribute":${settings(metric.attribute)},"parameter":${settings(metric.parameter)},` +
  `"parent":${json(metric.parent)},"docurl":${json(metric.docurl)}}}`

const sortedTags = remembering((list) => {
  const tags: string[] = JSON.parse(list)
  return json(tags.sort(byCodePoint))
})

/** A repeated key occurs once, at its first position with its last value, like in a `Map`. */
const settings = remembering((list) => {
  const pairs: KeyValue[] = JSON.parse(list)
  return orderedJson(new Map(pairs.map(({ key, value }) => [key, value])))
})

/** Lists of which it is known what they become: most repeat, from metric to metric and from request to request. */
function remembering(become: (list: string) => string): (list: string) => string {
  const mostRemembered = 10_000
  const known = new Map<string, string>()
  return (list) => {
    const remembered = known.get(list)
    if (remembered !== undefined) return remembered
    if (known.size >= mostRemembered) known.clear()
    const became = become(list)
    known.set(list, became)
    return became
  }
}
