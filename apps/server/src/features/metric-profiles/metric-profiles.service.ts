import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { AddInput, ChangeInput } from '@quatrain/contract/kit/resource.ts'
import { byServiceAndMetric, type MetricInstance, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { invalidInput, notAllowed, notFound } from '@quatrain/platform/errors.ts'
import { syncMetrics } from '#features/metrics/metrics.effects.ts'
import { authorize } from '#kit/http/authorize.ts'
import { assertFresh } from '#kit/http/if-match.ts'
import { commentOf } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { claimed } from '#kit/two-stores/half-done.ts'
import { assertUnclaimed } from '#kit/two-stores/intents.ts'
import { twoStoreWrite } from '#kit/two-stores/two-store-write.ts'
import { type Context, inTransaction } from '#request/context.ts'
import { documentOf, metricInstanceWords, toWebApi } from './metric-profile-document.ts'
import { assertUnused } from './metric-profile-uses.ts'
import type { StoredProfile } from './metric-profiles.repository.ts'
import * as repository from './metric-profiles.repository.ts'
import { assertNameIsFree, assertRemoved, assertStored, tagOf, undoAdd, undoChange } from './metric-profiles.web-api.ts'

type Add = AddInput<typeof metricProfiles>
type ChangeTo = ChangeInput<typeof metricProfiles>

/** Stands for the Web API's id in a dry run, which never asks the Web API for one. */
const dryRunId = '00000000-0000-4000-8000-000000000000'
const { kind } = metricProfiles

/** The Web API comes first: it gives the id. A caller who brings the id has done that half already (decision D22). */
export function addMetricProfile(ctx: Context, { apiid, ...given }: Add) {
  const input = sortedPairs(given)
  const { webApi } = ctx
  const { name } = input
  const sent = toWebApi(input)
  const target = { resource: metricProfiles, action: 'add', key: name } as const
  if (apiid) {
    return inTransaction(ctx, async (ctx) => {
      await assertMayAdd(ctx, input)
      await assertUnclaimed(ctx, { kind, key: name }, () => claimed(target))
      return register(ctx, input, apiid)
    })
  }
  return twoStoreWrite(ctx, {
    ...target,
    readRemote: () => assertNameIsFree(webApi, name),
    prepare: (ctx) => assertMayAdd(ctx, input),
    references: [],
    memo: (id) => ({ profile: sent, id }),
    writeRemote: () => webApi.metricProfiles.add(sent),
    checkRemote: (id) => assertStored(webApi, id, sent),
    dryRunResult: dryRunId,
    writeLocal: (ctx, _, id) => register(ctx, input, id),
    undoRemote: (ctx, id) => undoAdd(ctx, { id, name }),
  })
}

/** Our half of an add. */
async function register(ctx: Context, input: Omit<Add, 'apiid'>, apiid: string) {
  const { id, rowVersion } = await repository.insert(ctx.db, { ...input, apiid })
  const synced = await syncMetrics(ctx, { profileId: id, dropped: [] })
  await record(ctx, [{ kind, id, name: input.name, after: documentOf(input) }, ...synced.changes])
  return { ...input, id, apiid, rowVersion, ...synced.notices }
}

export function changeMetricProfile(ctx: Context, given: ChangeTo) {
  const { apiid, ...input } = sortedPairs(given)
  const { webApi } = ctx
  const id = apiid.toLowerCase()
  const sent = toWebApi(input)
  return twoStoreWrite(ctx, {
    resource: metricProfiles,
    action: 'change',
    key: input.name,
    readRemote: () => tagOf(webApi, { apiid: id, name: input.name }),
    prepare: (ctx) => prepareChange(ctx, { ...input, apiid: id }),
    references: [],
    writeRemote: (etag) => webApi.metricProfiles.change(id, sent, etag),
    checkRemote: () => assertStored(webApi, id, sent),
    dryRunResult: undefined,
    writeLocal: (ctx, before) => rewrite(ctx, before, { ...input, apiid: id }),
    undoRemote: (ctx, _, hold) => undoChange(ctx, input.name, hold),
  })
}

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

/** Our half of a change. */
async function rewrite(ctx: Context, before: StoredProfile, input: ChangeTo) {
  const { rowVersion } = await repository.update(ctx.db, before, input)
  const synced = await syncMetrics(ctx, { profileId: before.id, dropped: droppedMetrics(before, input) })
  const [old, now] = [documentOf(before), documentOf(input)]
  const comment = () => commentOf(ctx, old, now, { metricinstances: metricInstanceWords })
  const change = {
    kind,
    id: before.id,
    name: before.name,
    before: old,
    after: now,
    rowVersion: before.rowVersion,
    comment,
  }
  await record(ctx, [change, ...synced.changes])
  return { ...input, id: before.id, rowVersion, ...synced.notices }
}

export async function deleteMetricProfile(ctx: Context, apiid: string): Promise<Notices> {
  const { webApi } = ctx
  const { name, apiid: id } = await repository.find(ctx.db, { apiid: uuidOrMissing(apiid) })
  return twoStoreWrite(ctx, {
    resource: metricProfiles,
    action: 'delete',
    key: name,
    readRemote: async () => (await webApi.metricProfiles.find(id))?.etag,
    assertRemoteAllows: () => assertUnused(webApi, id),
    async prepare(ctx) {
      const before = await repository.findForUpdate(ctx.db, { apiid: id })
      authorize(ctx, 'delete', metricProfiles, before)
      assertFresh(ctx, 'The metric profile', before)
      return before
    },
    references: [],
    writeRemote: (etag) => webApi.metricProfiles.remove(id, etag),
    checkRemote: () => assertRemoved(webApi, id),
    dryRunResult: undefined,
    writeLocal: (ctx, before) => unregister(ctx, before),
  })
}

/** Our half of a delete. */
export async function unregister(ctx: Context, before: StoredProfile): Promise<Notices> {
  await repository.remove(ctx.db, before)
  const synced = await syncMetrics(ctx, { dropped: metricsOf(before) })
  const change = { kind, id: before.id, name: before.name, before: documentOf(before), rowVersion: before.rowVersion }
  await record(ctx, [change, ...synced.changes])
  return synced.notices
}

async function assertMayAdd(ctx: Context, input: Omit<Add, 'apiid'>): Promise<void> {
  authorize(ctx, 'add', metricProfiles)
  assertMayAssign(ctx, input.groupname)
  const wanted = { groupname: input.groupname, metrics: metricsOf(input) }
  const { taken, unknownMetrics, isGroupKnown } = await repository.findForAdd(ctx.db, input.name, wanted)
  if (taken) throw repository.nameTaken()
  if (!isGroupKnown) throw groupMissing()
  assertKnown(input.services, unknownMetrics, [])
}

const groupMissing = () => notFound('Group of metric profiles')

/** A superuser counts as a member of every group, so what is not among theirs does not exist. */
function assertMayAssign({ visitor: { actor } }: Context, groupname: string): void {
  if (actor?.groups.metricprofiles.includes(groupname)) return
  if (actor?.isSuperuser) throw groupMissing()
  throw notAllowed('You do not have permission to assign metric profiles to the given group.')
}

/** What is in the profile already may stay, also when its template has gone meanwhile. */
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

function uuidOrMissing(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw repository.missing()
  return text
}
