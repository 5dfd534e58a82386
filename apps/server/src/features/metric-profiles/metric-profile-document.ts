import { metricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'

/** The maximum number of pairs that a comment names; of more it gives only the number. */
const maxNamedPairs = 20

/** How a change of the pairs reads in a version's comment. */
export const metricInstanceWords: ListWords = {
  member: (member) => pairKey(metricInstance.parse(member)),
  sentences: (verb, names) => {
    const told = names.slice(0, maxNamedPairs).map((name) => {
      return `${verb} service-metric instance tuple (${name.replace('\n', ', ')}).`
    })
    const rest = names.length - told.length
    return rest > 0 ? [...told, `${verb} ${rest} more service-metric instance tuples.`] : told
  },
}
