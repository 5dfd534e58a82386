import { type Card, cards } from '@quatrain/contract/reports/filter-places.ts'
import {
  entityOptions,
  type TagOption,
  type TopologyRows,
  tagOptions,
} from '@quatrain/contract/reports/topology-options.ts'
import { chosenType, type ReportValues } from './report-values.ts'

type CardTags = Readonly<Record<'tags' | 'extensions', readonly TagOption[]>>

/** What the topology of today offers. */
export interface TopologyOptions {
  readonly rows: TopologyRows
  readonly tags: Readonly<Record<Card, CardTags>>
}

/** The options of the fields of one card. */
export interface CardOptions extends CardTags {
  readonly first: readonly string[] | undefined
  readonly second: readonly string[] | undefined
}

/** The tags of the two lists of the topology by card. */
export function cardTags(
  lists: readonly { readonly name: string; readonly values: readonly { name: string; values: readonly string[] }[] }[],
) {
  const of = (list: string) => tagOptions(lists.find(({ name }) => name === list)?.values ?? [])
  return { group: of('groups'), endpoint: of('endpoints') } satisfies TopologyOptions['tags']
}

/** The options of both cards for the chosen values; undefined while the topology is unknown. */
export function optionsFor(
  topology: TopologyOptions | undefined,
  { topology_type, group, endpoint }: Pick<ReportValues, 'topology_type' | 'group' | 'endpoint'>,
): Readonly<Record<Card, CardOptions>> | undefined {
  if (!topology) return undefined
  const type = chosenType(topology_type)
  const entities = type && entityOptions(topology.rows, type, { group, endpoint })
  const [left, right] = cards.map((card) => ({
    ...topology.tags[card],
    first: entities?.[card].first,
    second: entities?.[card].second,
  }))
  return left && right && { group: left, endpoint: right }
}
