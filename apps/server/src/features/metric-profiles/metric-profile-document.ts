import { metricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'

/** A comment names at most this many pairs; of more it gives the number. */
const maxNamedPairs = 20

/** How the comment of a version describes changes of pairs. */
export const metricInstanceWords: ListWords = {
  member: (member) => pairKey(metricInstance.parse(member)),
  sentences: (verb, names) => {
    const sentences = names.slice(0, maxNamedPairs).map((name) => {
      return `${verb} service-metric instance tuple (${name.replace('\n', ', ')}).`
    })
    const rest = names.length - sentences.length
    return rest > 0 ? [...sentences, `${verb} ${rest} more service-metric instance tuples.`] : sentences
  },
}
