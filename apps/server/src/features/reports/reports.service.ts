import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { filterProblems } from '@quatrain/contract/reports/report-filters.ts'
import { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { reports } from '@quatrain/contract/resources/report.ts'
import { thresholdsProfiles } from '@quatrain/contract/resources/thresholds-profile.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { ownedWrites } from '#kit/owned/owned-writes.ts'
import type { ListWords } from '#kit/recording/describe-change.ts'
import { sentenceForEach } from '#kit/recording/list-words.ts'
import type { Context } from '#request/context.ts'
import { resolvedReport } from './report-input.ts'
import { fieldOf, profileTypes } from './report-profiles.ts'
import { type Content, type Found, reportTable, selectFound } from './reports.repository.ts'
import { reportStores } from './reports.stores.ts'

const filterWords: ListWords = {
  sentences: sentenceForEach(
    (verb, [, name = '', entity = '']) => `${verb} filter "${entity === '' ? name : `${name}: ${entity}`}".`,
    (verb, count) => `${verb} ${count} more filters.`,
  ),
}

const writes = ownedWrites(reportStores, {
  resource: reports,
  table: reportTable,
  words: { filter_tags: filterWords },
  storedName: ({ stored_name }) => stored_name,
  found: selectFound,
  assertValid,
  references: ({ metric_profile, aggregation_profile, thresholds_profile }) => [
    { resource: metricProfiles, key: metric_profile },
    { resource: aggregationProfiles, key: aggregation_profile },
    ...(thresholds_profile === '' ? [] : [{ resource: thresholdsProfiles, key: thresholds_profile }]),
  ],
})

export const addReport = async (ctx: Context, given: AddInput<typeof reports>) =>
  writes.add(ctx, { ...(await resolvedReport(ctx, given)), apiid: given.apiid })
export const changeReport = async (ctx: Context, given: ChangeInput<typeof reports>) =>
  writes.change(ctx, { ...(await resolvedReport(ctx, given)), apiid: given.apiid })
export const deleteReport = writes.remove
export const recoverReport = writes.recover
export const reportReconciliation = writes.reconciliation

/**
 * Another id than the resolved one: the profile was deleted and added again after the id was read. `before` is accepted.
 */
function assertValid(input: Content & { readonly apiid?: string | undefined }, found: Found, before?: Content): void {
  const current = { ...found, operations: input.profile_ids.operations }
  const missing = profileTypes.flatMap((type) => {
    const [name, id] = [input[fieldOf(type)], input.profile_ids[type]]
    const isStored = before?.[fieldOf(type)] === name && before.profile_ids[type] === id
    if (name === '' || (id !== '' && (isStored || current[type] === id))) return []
    return [[fieldOf(type), `There is no ${type} profile with this name`] as const]
  })
  // What another client has stored in the Web API is kept as it is.
  const isRegistered = !before && input.apiid !== undefined
  const isNewlyEmpty = input.topology_types.length === 0 && before?.topology_types.length !== 0
  const problems = [
    ...missing,
    ...(isNewlyEmpty && !isRegistered ? [['topology_types', 'Required'] as const] : []),
    ...(isRegistered ? [] : filterProblems(input.filter_tags, before?.filter_tags)).map(
      ([index, message]) => [`filter_tags.${index}`, message] as const,
    ),
  ]
  if (problems.length > 0) throw invalidInput(problems)
  if (found.isTaken) throw reportTable.nameTaken()
}
