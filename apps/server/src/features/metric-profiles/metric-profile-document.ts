import type { ListWords } from '#kit/recording/describe-change.ts'

/** A comment names at most this many pairs; of more it gives the number. */
const maxNamedPairs = 20

/** How the comment of a version describes changes of pairs. */
export const metricInstanceWords: ListWords = {
  sentences: (verb, pairs) => {
    const sentences = pairs.slice(0, maxNamedPairs).map((pair) => {
      return `${verb} service-metric instance tuple (${pair.join(', ')}).`
    })
    const rest = pairs.length - sentences.length
    return rest > 0 ? [...sentences, `${verb} ${rest} more service-metric instance tuples.`] : sentences
  },
}
