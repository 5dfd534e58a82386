import { AppError } from '@quatrain/platform/errors.ts'
import { closeIntent } from '#kit/intents.ts'
import type { Mender } from '#kit/mend.ts'
import { type Context, inTransaction } from '#request/context.ts'
import { toWebApi } from './metric-profile-document.ts'
import * as repository from './metric-profiles.repository.ts'
import { unregister } from './metric-profiles.service.ts'
import { changeThere, removeThere } from './metric-profiles.web-api.ts'

/** Ends a write to a metric profile that stopped half-way: an add and a change are taken back, a delete is finished. */
export const mendMetricProfile: Mender = async (ctx, intent) => {
  if (intent.action === 'add') return removeUnregistered(ctx, intent.key)
  const profile = await findOrNothing(ctx, intent.key)
  if (intent.action === 'change') {
    if (profile) await changeThere(ctx.webApi, profile.apiid, toWebApi(profile))
    return
  }
  if (profile) await removeThere(ctx.webApi, profile.apiid)
  await inTransaction(ctx, async (ctx) => {
    if (profile) await unregister(ctx, await repository.findForUpdate(ctx.db, { apiid: profile.apiid }))
    await closeIntent(ctx, intent)
  })
}

/** What the Web API has under this name and we have not. */
async function removeUnregistered(ctx: Context, name: string): Promise<void> {
  const registered = await findOrNothing(ctx, name)
  const there = await ctx.webApi.metricProfiles.list()
  for (const { id, name: theirName } of there) {
    if (theirName === name && id !== registered?.apiid) await removeThere(ctx.webApi, id)
  }
}

async function findOrNothing(ctx: Context, name: string) {
  try {
    return await repository.find(ctx.db, { name })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}
