import { type ReportOptions, reportOptions } from '@quatrain/contract/resources/report-options.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryOf } from '#kit/api/queries.ts'

const options = queryOptions({
  ...queryOf(['topology', 'report options'], reportOptions, {}),
  staleTime: 5 * 60_000,
  retry: false,
})

/** The tags of the topology by card. */
export type TopologyTags = ReportOptions['tags']
export type OfferedTag = TopologyTags['group']['tags'][number]

/**
 * What the topology offers. `tags` is undefined until it is loaded, if it cannot be loaded, and for an empty topology:
 * then every value is accepted.
 */
export function useTopology() {
  const { data, error } = useQuery(options)
  return { tags: data?.isEmpty ? undefined : data?.tags, isEmpty: data?.isEmpty === true, error }
}

/** The values that a row with this name can have; undefined if they are not all known. */
export function valuesOfTag(offered: readonly OfferedTag[] | undefined, name: string): readonly string[] | undefined {
  const tag = offered?.find((each) => each.name === name)
  return tag?.isComplete ? tag.values : undefined
}
