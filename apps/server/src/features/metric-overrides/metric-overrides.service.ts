import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { z } from 'zod'
import { type ListWords, listing } from '#kit/recording/describe-change.ts'
import { plainWrites } from '#kit/resource/plain-writes.ts'
import * as repository from './metric-overrides.repository.ts'

const row = z.record(z.string(), z.string())

/** A comment names at most this many rows; of more it gives the number. */
const maxNamed = 10

/** How a comment names rows, by the cells that identify them: `Added host attribute "a.example.org PORT".` */
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

export const metricOverrideWrites = plainWrites(metricOverrides, repository, {
  nameOf: ({ name }) => name,
  words: {
    global_attributes: rowWords('global attribute', 'global attributes', ['attribute']),
    host_attributes: rowWords('host attribute', 'host attributes', ['hostname', 'attribute']),
    metric_parameters: rowWords('metric parameter', 'metric parameters', ['hostname', 'metric', 'parameter']),
  },
})
