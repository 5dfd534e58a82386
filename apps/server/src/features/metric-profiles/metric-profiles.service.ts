import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { byServiceAndMetric, type MetricInstance, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { invalidInput, notAllowed, notFound } from '@quatrain/platform/errors.ts'
import { syncMetrics } from '#features/metrics/metrics.effects.ts'
import { authorize } from '#kit/http/authorize.ts'
import { assertFresh } from '#kit/http/if-match.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { addToBothStores, changeInBothStores, removeFromBothStores } from '#kit/two-stores/both-stores.ts'
import { recoverCollection } from '#kit/two-stores/recover-kind.ts'
import type { Context } from '#request/context.ts'
import { metricInstanceWords } from './metric-profile-document.ts'
import type { StoredProfile } from './metric-profiles.repository.ts'
import * as repository from './metric-profiles.repository.ts'
import { metricProfileStores } from './metric-profiles.stores.ts'

type Add = AddInput<typeof metricProfiles>
type ChangeTo = ChangeInput<typeof metricProfiles>
type Content = Omit<Add, 'apiid'>

const recorded = recordedKind(metricProfiles, {
  nameOf: ({ name }) => name,
  documentOf: metricProfiles.toDocument,
  words: { metricinstances: metricInstanceWords },
})

export const addMetricProfile = (ctx: Context, given: Add) =>
  addToBothStores(ctx, metricProfileStores, sortedPairs(given), { prepare: prepareAdd, write: insert })

async function prepareAdd(ctx: Context, input: Content): Promise<void> {
  authorize(ctx, 'add', metricProfiles)
  assertMayAssign(ctx, input.groupname)
  const wanted = { groupname: input.groupname, metrics: metricsOf(input) }
  const { taken, unknownMetrics, isGroupKnown } = await repository.findForAdd(ctx.db, input.name, wanted)
  if (taken) throw repository.nameTaken()
  if (!isGroupKnown) throw groupMissing()
  assertKnown(input.services, unknownMetrics, [])
}

async function insert(ctx: Context, input: ChangeTo) {
  const { id, rowVersion } = await repository.insert(ctx.db, input)
  const synced = await syncMetrics(ctx, { profileId: id, dropped: [] })
  await record(ctx, [recorded.added(id, input), ...synced.changes])
  return { ...input, id, rowVersion, ...synced.notices }
}

export const changeMetricProfile = (ctx: Context, given: ChangeTo) =>
  changeInBothStores(ctx, metricProfileStores, sortedPairs(given), { prepare: prepareChange, write: update })

async function prepareChange(ctx: Context, input: ChangeTo): Promise<StoredProfile> {
  const wanted = { groupname: input.groupname, metrics: metricsOf(input) }
  const found = await repository.findForUpdate(ctx.db, { apiid: input.apiid }, wanted)
  const { unknownMetrics, isGroupKnown, ...before } = found
  authorize(ctx, 'change', metricProfiles, before)
  assertMayAssign(ctx, input.groupname)
  assertFresh(ctx, 'The metric profile', before)
  if (input.name !== before.name) throw invalidInput({ name: 'Name of a metric profile cannot be changed' })
  if (!isGroupKnown) throw groupMissing()
  assertKnown(input.services, unknownMetrics, before.services)
  return before
}

async function update(ctx: Context, input: ChangeTo, before: StoredProfile) {
  const { rowVersion } = await repository.update(ctx.db, before, input)
  const synced = await syncMetrics(ctx, { profileId: before.id, dropped: droppedMetrics(before, input) })
  await record(ctx, [recorded.changed(ctx, before, input), ...synced.changes])
  return { ...input, id: before.id, rowVersion, ...synced.notices }
}

export const deleteMetricProfile = (ctx: Context, apiid: string): Promise<Notices> =>
  removeFromBothStores(ctx, metricProfileStores, apiid, { prepare: prepareDelete, write: remove })

async function prepareDelete(ctx: Context, apiid: string): Promise<StoredProfile> {
  const before = await repository.findForUpdate(ctx.db, { apiid })
  authorize(ctx, 'delete', metricProfiles, before)
  assertFresh(ctx, 'The metric profile', before)
  return before
}

async function remove(ctx: Context, before: StoredProfile): Promise<Notices> {
  await repository.remove(ctx.db, before)
  const synced = await syncMetrics(ctx, { dropped: metricsOf(before) })
  await record(ctx, [recorded.removed(before), ...synced.changes])
  return synced.notices
}

/** Finishes or undoes a write that was interrupted by a crash or by the Web API. */
export const recoverMetricProfile = recoverCollection(metricProfileStores, remove)

const groupMissing = () => notFound('Group of metric profiles')

/** A superuser is a member of every group, so any other group does not exist. */
function assertMayAssign({ visitor: { actor } }: Context, groupname: string): void {
  if (actor?.groups.metricprofiles.includes(groupname)) return
  if (actor?.isSuperuser) throw groupMissing()
  throw notAllowed('You do not have permission to assign metric profiles to the given group.')
}

/** Accepts unknown metrics that the profile already contains: their templates may have been deleted. */
function assertKnown(pairs: readonly MetricInstance[], unknown: readonly string[], stored: readonly MetricInstance[]) {
  const tolerated = new Set(stored.map(({ metric }) => metric))
  const refused = new Set(unknown.filter((metric) => !tolerated.has(metric)))
  const fields = pairs.flatMap(({ metric }, row) =>
    refused.has(metric) ? [[`services.${row}.metric`, 'Must be one of predefined metrics']] : [],
  )
  if (fields.length > 0) throw invalidInput(Object.fromEntries(fields))
}

const metricsOf = ({ services }: { readonly services: readonly MetricInstance[] }): string[] => [
  ...new Set(services.map(({ metric }) => metric)),
]

function droppedMetrics(before: StoredProfile, now: ChangeTo): string[] {
  const kept = new Set(metricsOf(now))
  return metricsOf(before).filter((metric) => !kept.has(metric))
}

const sortedPairs = <Input extends { readonly services: MetricInstance[] }>(input: Input): Input => ({
  ...input,
  services: input.services.toSorted(byServiceAndMetric),
})
