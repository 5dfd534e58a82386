import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput } from '@quatrain/contract/kit/resource.ts'
import { thresholdsProblem, thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { unusualLabels } from '@quatrain/contract/thresholds/threshold-rules.ts'
import { webApiThresholdsProfile } from '@quatrain/contract/web-api/thresholds-profiles.ts'
import { rowNamesIn } from '@quatrain/platform/database/rows.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { defineOwnedKind } from '#kit/owned/owned-kind.ts'
import type { Owned } from '#kit/owned/owned-table.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { sentenceForEach, someOf } from '#kit/recording/list-words.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import { associations } from '#kit/two-stores/associations.ts'
import { remoteObjects } from '#kit/two-stores/remote-objects.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

type Input = AddInput<typeof thresholdsProfiles>
type Rules = Pick<Input, 'rules'>

/** Several rules of a metric are described by one sentence. */
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

/** Thresholds profiles: in the console's database, in the Web API, and the rules of their writes. */
export const thresholdsProfileKind = defineOwnedKind({
  resource: thresholdsProfiles,
  table: {
    table: 'thresholds_profiles',
    content: sql<Rules>`jsonb_build_object('rules', object.rules)`,
    columns: ({ rules }) => ({
      rules: sql`${JSON.stringify(rules)}::jsonb`,
      // The names are stored without repetitions: the home page reads them, and the document takes too long.
      metric_names: sql`${[...new Set(rules.map(({ metric }) => metric))]}::text[]`,
    }),
  },
  remote: remoteObjects('thresholdsProfiles', {
    label: thresholdsProfiles.label,
    item: webApiThresholdsProfile,
    identities: { rules: ['metric', 'host', 'endpoint_group'] },
    toRemote: ({ name, rules }: Owned<Rules>) => ({ name, rules }),
    fromRemote: async (_, { name, rules }, own) => ({
      ...own,
      name,
      rules: rules.map(({ metric, host, endpoint_group, thresholds }) => ({
        metric,
        ...(host && { host }),
        ...(endpoint_group && { endpoint_group }),
        thresholds,
      })),
    }),
    dependents: async ({ profileUsers }, id) =>
      associations(thresholdsProfiles.label, { type: 'thresholds', id }, { 'report(s)': await profileUsers.reports() }),
  }),
  // Rules may name metrics, hosts and endpoint groups that do not exist (yet).
  rules: {
    complete: (_, input: Input) => input,
    words: { rules: ruleWords },
    check: { assertValid },
    updateOthers: async (ctx, { before, after }) => ({
      changes: [],
      notices: after && !ctx.write.withoutWarnings ? await unusual(ctx.db, after, before) : {},
    }),
  },
})

export const thresholdsProfilesRoutes = async (app: FastifyInstance) =>
  serveResource(app, thresholdsProfiles, thresholdsProfileKind)

/** What new and changed rules name that may be right: metrics can come later, and plugins choose their labels. */
async function unusual(db: Db, after: Rules, stored?: Rules): Promise<Notices> {
  const metrics = newIn(after, stored, ({ metric }) => [metric])
  const labels = newIn(after, stored, ({ thresholds }) => unusualLabels(thresholds))
  const unknown = await unknownMetrics(db, metrics)
  const lines = [
    ...(unknown.length > 0 ? [`There is no metric ${someOf(unknown)}.`] : []),
    ...(labels.length > 0 ? [`Labels usually have letters and digits only: ${someOf(labels)}.`] : []),
  ]
  return lines.length > 0 ? { warning: lines.join('\n') } : {}
}

/** Returns those of these names that no metric of the tenant has, in their order. */
async function unknownMetrics(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  return rowNamesIn(db)`
    select given as name from unnest(${[...names]}::text[]) with ordinality as sent (given, place)
    where given collate "C" not in (select name from metrics_with_content) order by place`
}

/** The texts of rules that no rule had before. */
function newIn(after: Rules, stored: Rules | undefined, textsOf: (rule: Rules['rules'][number]) => string[]) {
  const storedTexts = new Set(stored?.rules.flatMap(textsOf))
  return [...new Set(after.rules.flatMap(textsOf))].filter((text) => !storedTexts.has(text))
}

/** Accepts invalid thresholds that the profile already contains: another client of the Web API may have stored them. */
function assertValid({ rules }: Rules, _: unknown, before?: Rules): void {
  const stored = new Set(before?.rules.map(({ thresholds }) => thresholds))
  const fields = rules.flatMap(({ thresholds }, row) => {
    const problem = stored.has(thresholds) ? undefined : thresholdsProblem(thresholds)
    return problem === undefined ? [] : [[`rules.${row}.thresholds`, problem] as const]
  })
  if (fields.length > 0) throw invalidInput(fields)
}
