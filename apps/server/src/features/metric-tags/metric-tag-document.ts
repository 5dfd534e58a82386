import type { MetricTag, MetricTagDocument } from '@quatrain/contract/resources/metric-tag.ts'
import { listing, type Words } from '#kit/recording/describe-change.ts'

/** The document of a version. */
export const documentOf = ({ name, metrics }: Pick<MetricTag, 'name' | 'metrics'>): MetricTagDocument => ({
  name,
  metrics: metrics.map(({ name }) => name),
})

/** A comment names at most this many members; of more it gives the number. */
const maxNamed = 20

/** How the comment of a version describes changes of members: `Added metric templates "a" and "b".` */
export const memberWords: Words = {
  metrics: {
    sentences(verb, templates) {
      const named = templates.slice(0, maxNamed).map((name) => `"${name}"`)
      const rest = templates.length - named.length
      const listed = listing(rest > 0 ? [...named, `${rest} more`] : named)
      return [`${verb} metric ${templates.length === 1 ? 'template' : 'templates'} ${listed}.`]
    },
  },
}
