import { thresholdsProblem, thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { ownedWrites } from '#kit/owned/owned-writes.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { sentenceForEach } from '#kit/recording/list-words.ts'
import { type Content, thresholdsProfileTable } from './thresholds-profiles.repository.ts'
import { thresholdsProfileStores } from './thresholds-profiles.stores.ts'

/** Several rules of a metric are one sentence. */
const ruleWords: ListWords = {
  sentences: (verb, rules) =>
    ruleSentences(
      verb,
      [...new Set(rules.map(([metric = '']) => metric))].map((metric) => [metric]),
    ),
  reordered: 'Changed the order of rules.',
}

const ruleSentences = sentenceForEach(
  (verb, [metric]) => `${verb} rule for metric "${metric}".`,
  (verb, count) => `${verb} rules for ${count} more metrics.`,
)

/** Rules may name metrics, hosts and endpoint groups that do not exist (yet). */
export const {
  add: addThresholdsProfile,
  change: changeThresholdsProfile,
  remove: deleteThresholdsProfile,
  recover: recoverThresholdsProfile,
  reconciliation: thresholdsProfileReconciliation,
} = ownedWrites(thresholdsProfileStores, {
  resource: thresholdsProfiles,
  table: thresholdsProfileTable,
  words: { rules: ruleWords },
  assertValid,
})

/** Accepts invalid thresholds that the profile already contains: another client of the Web API may have stored them. */
function assertValid({ rules }: Content, _: unknown, before?: Content): void {
  const stored = new Set(before?.rules.map(({ thresholds }) => thresholds))
  const fields = rules.flatMap(({ thresholds }, row) => {
    const problem = stored.has(thresholds) ? undefined : thresholdsProblem(thresholds)
    return problem === undefined ? [] : [[`rules.${row}.thresholds`, problem] as const]
  })
  if (fields.length > 0) throw invalidInput(fields)
}
