import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { type MetricOverrideDocument, metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { namesIn, referencesBetween } from '@quatrain/contract/resources/references.ts'
import { type ListWords, listing } from '#kit/recording/describe-change.ts'
import { plainWrites } from '#kit/resource/plain-writes.ts'
import type { Context } from '#request/context/context.ts'
import * as repository from './metric-overrides.repository.ts'
import { findUnknown } from './metric-overrides.repository.ts'

/** A comment names at most this many rows; of more it gives the number. */
const maxNamed = 10

/** How a comment names rows, by the cells that identify them: `Added host attribute "a.example.org PORT".` */
const rowWords = (singular: string, many: string): ListWords => ({
  sentences(verb, rows) {
    if (rows.length > maxNamed) return [`${verb} ${rows.length} ${many}.`]
    return [`${verb} ${rows.length === 1 ? singular : many} ${listing(rows.map((cells) => `"${cells.join(' ')}"`))}.`]
  },
  reordered: `Changed the order of ${many}.`,
})

export const metricOverrideWrites = plainWrites(metricOverrides, repository, {
  nameOf: ({ name }) => name,
  noticesOf: unknownNames,
  words: {
    global_attributes: rowWords('global attribute', 'global attributes'),
    host_attributes: rowWords('host attribute', 'host attributes'),
    metric_parameters: rowWords('metric parameter', 'metric parameters'),
  },
})

const metricReferences = referencesBetween(metricOverrides.kind, metrics.kind)
const attributeFields = ['global_attributes', 'host_attributes'].map((list) => ({ field: `${list}.*.attribute` }))

const namesOf = (override: MetricOverrideDocument | undefined, fields: readonly { readonly field: string }[]) =>
  new Set(fields.flatMap((field) => namesIn(override, field).map(({ name }) => name)))

/** Names in new and changed rows that no metric of the tenant has. They may be right: the metric may come later. */
async function unknownNames(
  { db }: Context,
  after: MetricOverrideDocument,
  stored?: MetricOverrideDocument,
): Promise<Notices> {
  const added = (fields: readonly { readonly field: string }[]) => {
    const storedNames = namesOf(stored, fields)
    return [...namesOf(after, fields)].filter((name) => !storedNames.has(name))
  }
  const [metricNames, attributes] = [added(metricReferences), added(attributeFields)]
  if (metricNames.length + attributes.length === 0) return {}
  const unknown = await findUnknown(db, { metrics: metricNames, attributes })
  const lines = [
    ...(unknown.metrics.length > 0 ? [`There is no metric ${unknown.metrics.join(', ')}.`] : []),
    ...(unknown.attributes.length > 0 ? [`No metric has the attribute ${unknown.attributes.join(', ')}.`] : []),
  ]
  return lines.length > 0 ? { warning: lines.join('\n') } : {}
}
