import { metricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { sentenceForEach } from '#kit/recording/list-words.ts'

/** How the comment of a version describes changes of pairs. */
export const metricInstanceWords: ListWords = {
  member: (member) => pairKey(metricInstance.parse(member)),
  sentences: sentenceForEach(
    (verb, name) => `${verb} service-metric instance tuple (${name.replace('\n', ', ')}).`,
    (verb, count) => `${verb} ${count} more service-metric instance tuples.`,
  ),
}
