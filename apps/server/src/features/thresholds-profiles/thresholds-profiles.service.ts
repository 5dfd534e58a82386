import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { thresholdsProblem, thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { unusualLabels } from '@quatrain/contract/thresholds/threshold-rules.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { ownedWrites } from '#kit/owned/owned-writes.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { sentenceForEach, someOf } from '#kit/recording/list-words.ts'
import type { Context } from '#request/context.ts'
import { type Content, thresholdsProfileTable, unknownMetrics } from './thresholds-profiles.repository.ts'
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
  updateOthers: async (ctx, { before, after }) => ({
    changes: [],
    notices: after ? await unusual(ctx, after, before) : {},
  }),
})

/** What new and changed rules name that may be right: metrics can come later, and plugins choose their labels. */
async function unusual(ctx: Context, after: Content, before?: Content): Promise<Notices> {
  const metrics = newIn(after, before, ({ metric }) => [metric])
  const labels = newIn(after, before, ({ thresholds }) => unusualLabels(thresholds))
  const unknown = await unknownMetrics(ctx.db, metrics)
  const lines = [
    ...(unknown.length > 0 ? [`There is no metric ${someOf(unknown)}.`] : []),
    ...(labels.length > 0 ? [`Labels usually have letters and digits only: ${someOf(labels)}.`] : []),
  ]
  return lines.length > 0 ? { warning: lines.join('\n') } : {}
}

/** The texts of rules that no rule had before. */
function newIn(after: Content, before: Content | undefined, textsOf: (rule: Content['rules'][number]) => string[]) {
  const known = new Set(before?.rules.flatMap(textsOf))
  return [...new Set(after.rules.flatMap(textsOf))].filter((text) => !known.has(text))
}

/** Accepts invalid thresholds that the profile already contains: another client of the Web API may have stored them. */
function assertValid({ rules }: Content, _: unknown, before?: Content): void {
  const stored = new Set(before?.rules.map(({ thresholds }) => thresholds))
  const fields = rules.flatMap(({ thresholds }, row) => {
    const problem = stored.has(thresholds) ? undefined : thresholdsProblem(thresholds)
    return problem === undefined ? [] : [[`rules.${row}.thresholds`, problem] as const]
  })
  if (fields.length > 0) throw invalidInput(fields)
}
