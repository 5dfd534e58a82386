import type { MetricTag, MetricTagDocument } from '@quatrain/contract/resources/metric-tag.ts'
import { type ListWords, listing } from '#kit/recording/describe-change.ts'

/** The document of a version of the tag. */
export const documentOf = ({ name, metrics }: Pick<MetricTag, 'name' | 'metrics'>): MetricTagDocument => ({
  name,
  metrics: metrics.map(({ name }) => name),
})

/** The maximum number of members that a comment names; of more it gives only the number. */
const mostTold = 20

/** How a change of the members reads in a version's comment: `Added metric templates "a" and "b".` */
export const memberWords: Readonly<Record<string, ListWords>> = {
  metrics: {
    member: String,
    sentences(verb, names) {
      if (names.length === 0) return []
      const told = names.slice(0, mostTold).map((name) => `"${name}"`)
      const rest = names.length - told.length
      const listed = listing(rest > 0 ? [...told, `${rest} more`] : told)
      return [`${verb} metric ${names.length === 1 ? 'template' : 'templates'} ${listed}.`]
    },
  },
}
