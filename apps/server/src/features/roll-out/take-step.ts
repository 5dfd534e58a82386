import { enqueue, type Queued } from '#kit/intents/deliveries.ts'
import { record } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context.ts'
import { removeMetrics } from './deletions.effects.ts'
import { ownTenant, type TenantStep } from './jobs.repository.ts'
import { updateMetrics } from './metrics.repository.ts'
import { assertNamesFree } from './names.reads.ts'
import { replaceMetrics } from './profiles.effects.ts'
import { renamedMetrics } from './profiles.repository.ts'

/**
 * Updates the metrics of one tenant and what refers to them, after the state of its job was changed, and records that. Throws
 * `already_exists` if a metric gets a name that another one has.
 */
export async function takeStep(ctx: Context, step: TenantStep): Promise<readonly Queued[]> {
  await updateMetrics(ctx.db, step)
  await assertNamesFree(ctx.db, step.versions, step.ids)
  const renamed = await replaceMetrics(ctx, renamedMetrics(step.versions, step.ids), step.ids)
  await record(ctx, [])
  return enqueue(ctx, renamed)
}

/** Removes the metrics of these templates from one tenant, also from its metric profiles, and records that. */
export async function removeFromTenant(ctx: Context, templateIds: readonly number[]): Promise<readonly Queued[]> {
  const replaced = await removeMetrics(ctx, templateIds, ownTenant)
  await record(ctx, [])
  return enqueue(ctx, replaced)
}
