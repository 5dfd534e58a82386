import type { Card } from '@quatrain/contract/reports/filter-places.ts'
import {
  type ChosenEntities,
  type Entities,
  maxComparedEntities,
  reportNames,
  unmatchedReportNames,
} from '@quatrain/contract/resources/report-options.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { call } from '#kit/api/call.ts'
import { useDebouncedQuery } from '#kit/api/queries.ts'
import { chosenType, type ReportValues } from './report-values.ts'

type Fields = Pick<ReportValues, 'topology_type' | 'group' | 'endpoint'>

/** One of the four fields of entities. */
export interface EntityField {
  readonly card: Card
  readonly part: keyof Entities[Card]
}

/** What the server compares; undefined if it has no names for the topology type, or does not compare so many values. */
function chosenOf({ topology_type, group, endpoint }: Fields): ChosenEntities | undefined {
  const type = chosenType(topology_type)
  const lists = [group.first, group.second, endpoint.first, endpoint.second]
  if (!type || lists.some(({ length }) => length > maxComparedEntities)) return undefined
  const { first, second } = endpoint
  return { topology_type: type, group: { first: group.first, second: group.second }, endpoint: { first, second } }
}

/** The values that match nothing in the topology; null if that is unknown. */
export function unmatchedEntities(fields: Fields) {
  const body = chosenOf(fields)
  return queryOptions({
    queryKey: ['topology', 'unmatched names', body],
    // The call has no signal: a save waits for the response even if no field shows it any more.
    queryFn: async () => (body ? await call(unmatchedReportNames, { body }).catch(() => null) : null),
    staleTime: 60_000,
  })
}

/**
 * The names that a field can have and that contain the search, and which of its values match nothing. Nothing is asked
 * while it is not `enabled`; without a search no names are.
 */
export function useEntities({ card, part }: EntityField, search: string | undefined, enabled: boolean) {
  const [topology_type, group, endpoint] = useWatch<ReportValues, ['topology_type', 'group', 'endpoint']>({
    name: ['topology_type', 'group', 'endpoint'],
  })
  const fields = { topology_type, group, endpoint }
  const { data: unmatched } = useQuery({
    ...unmatchedEntities(fields),
    enabled,
    placeholderData: keepPreviousData,
  })
  const chosenValues = chosenOf(fields)
  const isSearching = enabled && chosenValues !== undefined && search !== undefined
  const requestKey = isSearching ? JSON.stringify({ ...chosenValues, field: { card, part }, search }) : undefined
  const read = (body: string, signal: AbortSignal) => call(reportNames, { body: JSON.parse(body) }, { signal })
  const { data } = useDebouncedQuery(['topology', 'report names'], requestKey, read)
  return { names: data?.names ?? [], unmatched: unmatched?.[card][part] ?? [] }
}
