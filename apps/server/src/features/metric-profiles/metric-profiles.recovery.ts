import { webApiMetricProfile } from '@quatrain/contract/web-api/metric-profiles.ts'
import { z } from 'zod'
import { closeIntent, type Hold } from '#kit/two-stores/intents.ts'
import type { OpenIntent, Recover } from '#kit/two-stores/recovery.ts'
import { type Context, inTransaction } from '#request/context.ts'
import { usesOf } from './metric-profile-uses.ts'
import * as repository from './metric-profiles.repository.ts'
import { unregister } from './metric-profiles.service.ts'
import { assertRemoved, isSame, undoAdd, undoChange } from './metric-profiles.web-api.ts'

/**
 * Ends a write to a metric profile that stopped half-way: an add and a change are taken back, a delete is finished,
 * unless something has come to use the profile meanwhile.
 */
export const recoverMetricProfile: Recover = async (ctx, intent, hold) => {
  if (intent.action === 'delete') return finishDelete(ctx, intent, hold)
  if (intent.action === 'add') await removeWhatWasSent(ctx, intent, hold)
  else await undoChange(ctx, intent.key, hold)
  await closeIntent(ctx, intent)
}

/** What an add is remembered by: what it sent, and the id that the Web API gave it, if it did. */
const memoOfAdd = z.object({
  profile: webApiMetricProfile.omit({ id: true, date: true }),
  id: z.string().optional(),
})

/**
 * No profile of this name was there before. What is there now is the add's when it has the id that the add was told,
 * or is exactly what the add sent; any other was put there by somebody else, and stays.
 */
async function removeWhatWasSent(ctx: Context, { key: name, memo }: OpenIntent, hold: Hold): Promise<void> {
  const { profile, id } = memoOfAdd.parse(memo)
  const there = await ctx.webApi.metricProfiles.named(name)
  await hold()
  for (const found of there) {
    if (found.id === id || isSame(found, profile)) await undoAdd(ctx, { id: found.id, name })
  }
}

async function finishDelete(ctx: Context, intent: OpenIntent, hold: Hold): Promise<void> {
  const profile = await repository.findNamed(ctx.db, intent.key)
  if (profile && (await isNeeded(ctx, profile.apiid))) {
    // Written once more, so that a call of the delete that is still on its way is refused.
    await undoChange(ctx, intent.key, hold)
    return closeIntent(ctx, intent)
  }
  if (profile) {
    await hold()
    await ctx.webApi.metricProfiles.remove(profile.apiid)
    await assertRemoved(ctx.webApi, profile.apiid)
  }
  await inTransaction(ctx, async (ctx) => {
    if (profile) await unregister(ctx, await repository.findForUpdate(ctx.db, { apiid: profile.apiid }))
    await closeIntent(ctx, intent)
  })
}

/** Is it still there, and does something use it? */
const isNeeded = async ({ webApi }: Context, apiid: string): Promise<boolean> =>
  (await webApi.metricProfiles.find(apiid)) !== undefined && (await usesOf(webApi, apiid)).length > 0
