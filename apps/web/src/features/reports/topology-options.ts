import { type Card, cards } from '@quatrain/contract/reports/filter-places.ts'
import { type ChosenEntities, entityOptions } from '@quatrain/contract/reports/topology-options.ts'
import type { TopologyType } from '@quatrain/contract/reports/topology-types.ts'
import type { ReportOptions } from '@quatrain/contract/resources/report-options.ts'
import { chosenType, type ReportValues } from './report-values.ts'

/** What the topology of today offers. */
export type TopologyOptions = ReportOptions
export type OfferedTag = ReportOptions['tags'][Card]['tags'][number]

/** The options of the fields of one card. */
export interface CardOptions {
  readonly tags: readonly OfferedTag[]
  readonly extensions: readonly OfferedTag[]
  readonly first: OfferedNames
  readonly second: OfferedNames
}

export interface OfferedNames {
  readonly names: readonly string[]
  /** There are no other names. */
  readonly isComplete: boolean
}

/** The names, if there are no others. */
export const allNames = (offered: OfferedNames | undefined): readonly string[] | undefined =>
  offered?.isComplete ? offered.names : undefined

/** The options of both cards for the chosen values; undefined while the topology is unknown. */
export function optionsFor(
  topology: TopologyOptions | undefined,
  { topology_type, group, endpoint }: Pick<ReportValues, 'topology_type' | 'group' | 'endpoint'>,
): Readonly<Record<Card, CardOptions>> | undefined {
  if (!topology) return undefined
  const { groups, endpoints, tags } = topology
  const type = chosenType(topology_type)
  const entities = type && entitiesOf(topology, type, { group, endpoint })
  const [left, right] = cards.map((card) => ({
    ...tags[card],
    first: offered(entities?.[card].first, groups.isComplete),
    second: offered(entities?.[card].second, (card === 'group' ? groups : endpoints).isComplete),
  }))
  return left && right && { group: left, endpoint: right }
}

/** Nothing is known of the names without a topology type. */
const offered = (names: readonly string[] | undefined, isComplete: boolean): OfferedNames =>
  names ? { names, isComplete } : { names: [], isComplete: false }

interface Prepared {
  readonly optionsOf: ReturnType<typeof entityOptions>
  /** The last choice, and its options. */
  last?: readonly [chosen: string, options: ReturnType<ReturnType<typeof entityOptions>>]
}

const prepared = new WeakMap<TopologyOptions, Map<TopologyType, Prepared>>()

/**
 * The options of the entities for a choice. They are computed once for each choice, though the rules of the form, its fields
 * and the panel of the readiness need them: the topology has up to 20,000 rows.
 */
function entitiesOf(topology: TopologyOptions, type: TopologyType, { group, endpoint }: ChosenEntities) {
  const ofTypes = prepared.get(topology) ?? new Map<TopologyType, Prepared>()
  prepared.set(topology, ofTypes)
  const { groups, endpoints } = topology
  const ofType = ofTypes.get(type) ?? {
    optionsOf: entityOptions({ groups: groups.rows, endpoints: endpoints.rows }, type),
  }
  ofTypes.set(type, ofType)
  const chosen = JSON.stringify([group.first, group.second, endpoint.first])
  if (ofType.last?.[0] !== chosen) ofType.last = [chosen, ofType.optionsOf({ group, endpoint })]
  return ofType.last[1]
}

/** The values that a row with this name can have; undefined if they are not all known. */
export function valuesOfTag(offered: readonly OfferedTag[] | undefined, name: string): readonly string[] | undefined {
  const tag = offered?.find((each) => each.name === name)
  return tag?.isComplete ? tag.values : undefined
}
