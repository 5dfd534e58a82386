import { z } from 'zod'
import { type ListWords, listing } from '#kit/recording/describe-change.ts'

const row = z.record(z.string(), z.string())

/** Rows that a comment names one by one; of more it gives only the number. */
const maxNamed = 10

/** A list of rows, each told by the cells that tell it from others: `Added host attribute "a.example.org PORT".` */
const rowWords = (one: string, many: string, named: readonly string[]): ListWords => ({
  member: (member) => {
    const cells = row.parse(member)
    return named.map((cell) => cells[cell]).join(' ')
  },
  sentences(verb, names) {
    if (names.length === 0) return []
    if (names.length > maxNamed) return [`${verb} ${names.length} ${many}.`]
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
