import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import type { Card } from '@quatrain/contract/reports/filter-places.ts'
import { valuesWithoutMatch } from '@quatrain/contract/reports/filter-values.ts'
import type { TopologyEndpoint, TopologyGroup } from '@quatrain/contract/reports/topology.ts'
import type { TopologyType } from '@quatrain/contract/reports/topology-types.ts'
import {
  type ChosenEntities,
  type Entities,
  maxSuggestedNames,
  type reportNames,
} from '@quatrain/contract/resources/report-options.ts'
import { type TopologyReads, type Unlisted, unlessTooLong } from '#features/topology/topology.reads.ts'
import type { Context } from '#request/context/context.ts'
import { entityOptions } from './entity-options.ts'

interface Lists {
  readonly groups: readonly TopologyGroup[] | Unlisted
  readonly endpoints: readonly TopologyEndpoint[] | Unlisted
}

type ReadingContext = Pick<Context, 'tenant'>

/** The lists of today, or why there are none. Throws `upstream_failed` if the Web API fails. */
export async function readLists(ctx: ReadingContext, topology: TopologyReads): Promise<Lists> {
  const [groups, endpoints] = await Promise.all([
    unlessTooLong(() => topology.groups(ctx, {})),
    unlessTooLong(() => topology.endpoints(ctx, {})),
  ])
  return { groups, endpoints }
}

export const isEmpty = ({ groups, endpoints }: Lists): boolean =>
  [groups, endpoints].every((list) => list === 'missing' || list.length === 0)

/** Names for a field of entities, narrowed by the other fields: those that begin with the search first. */
export async function findReportNames(
  ctx: ReadingContext,
  topology: TopologyReads,
  { field: { card, part }, search, ...chosenValues }: InputOf<typeof reportNames>['body'],
): Promise<string[]> {
  const options = optionsFor(await readLists(ctx, topology), chosenValues)
  const chosenNames = new Set(chosenValues[card][part])
  const searchText = search.trim().toLowerCase()
  const matchingNames = options[card][part].filter(
    (name) => !chosenNames.has(name) && name.toLowerCase().includes(searchText),
  )
  const isFirst = (name: string) => name.toLowerCase().startsWith(searchText)
  return [...matchingNames.filter(isFirst), ...matchingNames.filter((name) => !isFirst(name))].slice(
    0,
    maxSuggestedNames,
  )
}

/**
 * The chosen values that neither are nor match a name that the other fields leave. Of a list that is too long to be read,
 * and without a topology, none is returned.
 */
export function unmatchedIn(lists: Lists, chosenValues: ChosenEntities): Entities {
  const options = optionsFor(lists, chosenValues)
  const isUnknown = (list: Lists[keyof Lists]) => list === 'too long' || isEmpty(lists)
  const unmatched = (card: Card, part: 'first' | 'second', list: Lists[keyof Lists]) =>
    isUnknown(list)
      ? []
      : valuesWithoutMatch(chosenValues[card][part], { isEntity: true, options: options[card][part] })
  const { groups, endpoints } = lists
  return {
    group: { first: unmatched('group', 'first', groups), second: unmatched('group', 'second', groups) },
    endpoint: { first: unmatched('endpoint', 'first', groups), second: unmatched('endpoint', 'second', endpoints) },
  }
}

interface Prepared {
  readonly groups: Lists['groups']
  readonly optionsOf: ReturnType<typeof entityOptions>
}

/** Lists that have not changed stay the same, so their names are sorted once. */
const prepared = new WeakMap<readonly TopologyEndpoint[], Map<TopologyType, Prepared>>()

function optionsFor({ groups, endpoints }: Lists, { topology_type: type, ...chosenValues }: ChosenEntities): Entities {
  const rows = rowsOf(endpoints)
  const ofTypes = prepared.get(rows) ?? new Map<TopologyType, Prepared>()
  const cachedOptions = ofTypes.get(type)
  if (cachedOptions?.groups === groups) return cachedOptions.optionsOf(chosenValues)
  const optionsOf = entityOptions({ groups: rowsOf(groups), endpoints: rows }, type)
  prepared.set(rows, ofTypes.set(type, { groups, optionsOf }))
  return optionsOf(chosenValues)
}

const rowsOf = <Row>(list: readonly Row[] | Unlisted): readonly Row[] => (typeof list === 'string' ? [] : list)
