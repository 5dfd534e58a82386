import type { MetricTag, MetricTagDocument } from '@quatrain/contract/resources/metric-tag.ts'
import { type ListWords, listing } from '#kit/recording/describe-change.ts'

/** The document of a version. */
export const documentOf = ({ name, metrics }: Pick<MetricTag, 'name' | 'metrics'>): MetricTagDocument => ({
  name,
  metrics: metrics.map(({ name }) => name),
})

/** A comment names at most this many members; of more it gives the number. */
const maxNamed = 20

/** How the comment of a version describes changes of members: `Added metric templates "a" and "b".` */
export const memberWords: Readonly<Record<string, ListWords>> = {
  metrics: {
    member: String,
    sentences(verb, names) {
      if (names.length === 0) return []
      const named = names.slice(0, maxNamed).map((name) => `"${name}"`)
      const rest = names.length - named.length
      const listed = listing(rest > 0 ? [...named, `${rest} more`] : named)
      return [`${verb} metric ${names.length === 1 ? 'template' : 'templates'} ${listed}.`]
    },
  },
}
