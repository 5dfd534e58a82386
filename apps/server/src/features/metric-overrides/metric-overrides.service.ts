import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { type ListWords, listing } from '#kit/recording/describe-change.ts'
import { plainWrites } from '#kit/resource/plain-writes.ts'
import * as repository from './metric-overrides.repository.ts'

/** A comment names at most this many rows; of more it gives the number. */
const maxNamed = 10

/** How a comment names rows, by the cells that identify them: `Added host attribute "a.example.org PORT".` */
const rowWords = (one: string, many: string): ListWords => ({
  sentences(verb, rows) {
    if (rows.length > maxNamed) return [`${verb} ${rows.length} ${many}.`]
    return [`${verb} ${rows.length === 1 ? one : many} ${listing(rows.map((cells) => `"${cells.join(' ')}"`))}.`]
  },
  reordered: `Changed the order of ${many}.`,
})

export const metricOverrideWrites = plainWrites(metricOverrides, repository, {
  nameOf: ({ name }) => name,
  words: {
    global_attributes: rowWords('global attribute', 'global attributes'),
    host_attributes: rowWords('host attribute', 'host attributes'),
    metric_parameters: rowWords('metric parameter', 'metric parameters'),
  },
})
