import { enqueue, type Queued } from '#kit/intents/deliveries.ts'
import { record } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import { removeMetrics } from './deletions.effects.ts'
import { ownTenant } from './ids.repository.ts'

import { renameMetrics } from './profiles.effects.ts'
import type { Step } from './roll-out.ts'
import { updateMetrics } from './steps/6-metrics.repository.ts'

/**
 * Updates the metrics of one tenant and what refers to them, after the state of its job was changed, and records that. Throws
 * `already_exists` if a metric gets a name that another one has.
 */
export async function takeStep(ctx: Context, step: Step): Promise<readonly Queued[]> {
  await updateMetrics(ctx.db, step)
  const renamed = await renameMetrics(ctx, step)
  await record(ctx, [])
  return enqueue(ctx, renamed)
}

/** Removes the metrics of these templates from one tenant, also from its metric profiles, and records that. */
export async function removeFromTenant(ctx: Context, templateIds: readonly number[]): Promise<readonly Queued[]> {
  const replaced = await removeMetrics(ctx, templateIds, ownTenant)
  await record(ctx, [])
  return enqueue(ctx, replaced)
}
