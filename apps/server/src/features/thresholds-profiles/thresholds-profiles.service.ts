import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { z } from 'zod'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { sentenceForEach } from '#kit/recording/list-words.ts'
import { ownedWrites } from '#kit/two-stores/owned-writes.ts'
import { thresholdsProfileTable } from './thresholds-profiles.repository.ts'
import { thresholdsProfileStores } from './thresholds-profiles.stores.ts'

const rule = z.object({ metric: z.string() })

/** How the comment of a version describes changes of rules. */
const ruleWords: ListWords = {
  member: (member) => rule.parse(member).metric,
  sentences: sentenceForEach(
    (verb, metric) => `${verb} rule for metric "${metric}".`,
    (verb, count) => `${verb} rules for ${count} more metrics.`,
  ),
  reordered: 'Changed the order of rules.',
}

/** Rules may name metrics, hosts and endpoint groups that do not exist (yet). */
export const {
  add: addThresholdsProfile,
  change: changeThresholdsProfile,
  remove: deleteThresholdsProfile,
  recover: recoverThresholdsProfile,
} = ownedWrites(thresholdsProfileStores, {
  resource: thresholdsProfiles,
  table: thresholdsProfileTable,
  words: { rules: ruleWords },
})
