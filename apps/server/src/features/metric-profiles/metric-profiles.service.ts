import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { byServiceAndMetric, type MetricInstance, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { inUse, invalidInput } from '@quatrain/platform/errors.ts'
import { aggregationProfilesUsing } from '#features/aggregation-profiles/aggregation-profiles.reads.ts'
import { syncMetrics } from '#features/metrics/metrics.effects.ts'
import { ownedWrites } from '#kit/owned/owned-writes.ts'
import { associatedWith } from '#kit/two-stores/associations.ts'
import type { Context } from '#request/context.ts'
import { metricInstanceWords } from './metric-profile-document.ts'
import { metricProfileTable, type StoredProfile, unknownAmong } from './metric-profiles.repository.ts'
import { metricProfileStores } from './metric-profiles.stores.ts'

const writes = ownedWrites(metricProfileStores, {
  resource: metricProfiles,
  table: metricProfileTable,
  documentOf: metricProfiles.toDocument,
  words: { metricinstances: metricInstanceWords },
  found: (input) => unknownAmong(metricsOf(input)),
  assertValid: assertKnown,
  assertRemovable,
  updateOthers: (ctx, { before, after }) =>
    syncMetrics(ctx, { contained: metricsOf(after), dropped: droppedMetrics(before, after) }),
})

export const addMetricProfile = (ctx: Context, given: AddInput<typeof metricProfiles>) =>
  writes.add(following(ctx), sortedPairs(given))
export const changeMetricProfile = (ctx: Context, given: ChangeInput<typeof metricProfiles>) =>
  writes.change(following(ctx), sortedPairs(given))
export const deleteMetricProfile = writes.remove
export const recoverMetricProfile = writes.recover
export const metricProfileReconciliation = writes.reconciliation

/** A profile names metric templates, and imports their metrics. */
const following = (ctx: Context): Context => ({ ...ctx, followsTemplates: true })

/** The adapter finds dependents in the Web API; these were saved since. */
async function assertRemovable(ctx: Context, { name }: StoredProfile): Promise<void> {
  const names = await aggregationProfilesUsing(ctx, name)
  if (names.length > 0) throw inUse(associatedWith(metricProfiles.label.one, 'aggregation profile(s)', names))
}

interface Pairs {
  readonly services: readonly MetricInstance[]
}

/** Accepts unknown metrics that the profile already contains: their templates may have been deleted. */
function assertKnown({ services }: Pairs, unknown: readonly string[], before?: Pairs): void {
  const tolerated = new Set(before?.services.map(({ metric }) => metric))
  const refused = new Set(unknown.filter((metric) => !tolerated.has(metric)))
  const fields = services.flatMap(({ metric }, row) =>
    refused.has(metric) ? [[`services.${row}.metric`, 'Must be one of predefined metrics']] : [],
  )
  if (fields.length > 0) throw invalidInput(Object.fromEntries(fields))
}

const metricsOf = (profile?: Pairs): string[] => [...new Set(profile?.services.map(({ metric }) => metric))]

function droppedMetrics(before?: Pairs, after?: Pairs): string[] {
  const kept = new Set(metricsOf(after))
  return metricsOf(before).filter((metric) => !kept.has(metric))
}

const sortedPairs = <Input extends { readonly services: MetricInstance[] }>(input: Input): Input => ({
  ...input,
  services: input.services.toSorted(byServiceAndMetric),
})
