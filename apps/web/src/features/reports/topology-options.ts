import { type Card, cards } from '@quatrain/contract/reports/filter-places.ts'
import { entityOptions } from '@quatrain/contract/reports/topology-options.ts'
import type { ReportOptions } from '@quatrain/contract/resources/report-options.ts'
import { chosenType, type ReportValues } from './report-values.ts'

/** What the topology of today offers. */
export type TopologyOptions = ReportOptions
export type OfferedTag = ReportOptions['tags'][Card]['tags'][number]

/** The options of the fields of one card. */
export interface CardOptions {
  readonly tags: readonly OfferedTag[]
  readonly extensions: readonly OfferedTag[]
  /** Undefined if there are other names too. */
  readonly first: readonly string[] | undefined
  readonly second: readonly string[] | undefined
}

/** The options of both cards for the chosen values; undefined while the topology is unknown. */
export function optionsFor(
  topology: TopologyOptions | undefined,
  { topology_type, group, endpoint }: Pick<ReportValues, 'topology_type' | 'group' | 'endpoint'>,
): Readonly<Record<Card, CardOptions>> | undefined {
  if (!topology) return undefined
  const { groups, endpoints, tags } = topology
  const type = chosenType(topology_type)
  const entities = type && entityOptions({ groups: groups.rows, endpoints: endpoints.rows }, type, { group, endpoint })
  const [left, right] = cards.map((card) => ({
    ...tags[card],
    first: groups.isComplete ? entities?.[card].first : undefined,
    second: (card === 'group' ? groups : endpoints).isComplete ? entities?.[card].second : undefined,
  }))
  return left && right && { group: left, endpoint: right }
}

/** The values that a row with this name can have; undefined if they are not all known. */
export function valuesOfTag(offered: readonly OfferedTag[] | undefined, name: string): readonly string[] | undefined {
  const tag = offered?.find((each) => each.name === name)
  return tag?.isComplete ? tag.values : undefined
}
