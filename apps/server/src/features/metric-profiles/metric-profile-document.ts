import type { ListWords } from '#kit/recording/describe-change.ts'
import { sentenceForEach } from '#kit/recording/list-words.ts'

/** How the comment of a version describes changes of pairs. */
export const metricInstanceWords: ListWords = {
  sentences: sentenceForEach(
    (verb, pair) => `${verb} service-metric instance tuple (${pair.join(', ')}).`,
    (verb, count) => `${verb} ${count} more service-metric instance tuples.`,
  ),
}
