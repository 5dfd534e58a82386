import type { MetricOverrideDocument } from '@quatrain/contract/resources/metric-override.ts'
import { z } from 'zod'
import { type ListWords, listing } from '#kit/recording/describe-change.ts'

/** What a version of the override keeps. */
export const documentOf = (override: MetricOverrideDocument): MetricOverrideDocument => ({
  name: override.name,
  global_attributes: override.global_attributes,
  host_attributes: override.host_attributes,
  metric_parameters: override.metric_parameters,
})

const row = z.record(z.string(), z.string())

/** Rows that are told one by one in a comment; of more only their number is told. */
const mostTold = 10

/** A list of rows, each told by the cells that tell it from others: `Added host attribute "a.example.org PORT".` */
const rowWords = (one: string, many: string, named: readonly string[]): ListWords => ({
  member: (member) => {
    const cells = row.parse(member)
    return named.map((cell) => cells[cell]).join(' ')
  },
  sentences(verb, names) {
    if (names.length === 0) return []
    if (names.length > mostTold) return [`${verb} ${names.length} ${many}.`]
    return [`${verb} ${names.length === 1 ? one : many} ${listing(names.map((name) => `"${name}"`))}.`]
  },
  reordered: `Changed the order of ${many}.`,
})

/** How changes of the lists read in a version's comment. */
export const overrideWords: Readonly<Record<string, ListWords>> = {
  global_attributes: rowWords('global attribute', 'global attributes', ['attribute']),
  host_attributes: rowWords('host attribute', 'host attributes', ['hostname', 'attribute']),
  metric_parameters: rowWords('metric parameter', 'metric parameters', ['hostname', 'metric', 'parameter']),
}
