// Deletes of metric templates: which tenants follow in the transaction, and which by jobs.
import type { RawBuilder } from 'kysely'
import type { Delivery } from '#kit/intents/deliveries.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context.ts'
import { countLater, findRemovable, planTenants, store } from './deletions.repository.ts'
import { removeMetricsOf } from './metrics.repository.ts'
import { assertConcerned, assertDue, tenantsNow } from './plan.repository.ts'
import { replaceMetrics } from './profiles.effects.ts'
import { removedMetrics } from './profiles.repository.ts'

/** How many tenants follow later; and the id of the roll-out, if one is stored. */
export interface PlannedDeletion {
  readonly later: number
  readonly rollOut: number | undefined
}

/** A template that is deleted. */
interface Deleted {
  readonly id: number
  readonly name: string
}

/**
 * Before templates are deleted: if few tenants are concerned, takes their write locks, so that the metrics can be removed in this
 * transaction. Otherwise marks the templates and stores a job for each tenant; at the end of the transaction, also for those that
 * got metrics meanwhile. A dry run only counts what is removed later. Throws `invalid_input` if the user has chosen tenants that
 * have no such metrics, or another time than a future one. One statement; four with jobs, and one for a choice of tenants.
 */
export async function planDeletion(ctx: Context, templates: readonly Deleted[]): Promise<PlannedDeletion> {
  assertDue(ctx)
  const ids = templates.map(({ id }) => id)
  const later = await planTenants(ctx, ids)
  await assertConcerned(ctx)
  if (later === 0) return { later, rollOut: undefined }
  await countLater(ctx, ids)
  if (ctx.write.dryRun) return { later, rollOut: undefined }
  const rollOut = await store(ctx, ids)
  await recordStored(ctx, rollOut, templates)
  return { later, rollOut }
}

function recordStored(ctx: Context, id: number, templates: readonly Deleted[]): Promise<void> {
  const names = templates.map(({ name }) => name)
  const what = names.length === 1 ? `metric template ${names[0]}` : `${names.length} metric templates`
  const after = { deletes: names, tenants_now: ctx.write.tenantsNow, others_due: ctx.write.othersDue }
  return recordEvent(ctx, { kind: 'rollout', id, name: `Roll-out ${id}: delete of ${what}`, action: 'add', after })
}

/**
 * Removes the metrics of these templates from the metric profiles of some tenants, and then the metrics. `tenants` is a query of the
 * ids of all tenants that have such metrics and that the session sees, after `planDeletion` those that follow now; their write
 * locks are held. Two statements.
 */
export async function removeMetrics(
  ctx: Context,
  templateIds: readonly number[],
  tenants: RawBuilder<unknown> = tenantsNow,
): Promise<Delivery[]> {
  const deliveries = await replaceMetrics(ctx, removedMetrics(templateIds, tenants))
  await removeMetricsOf(ctx.db, templateIds)
  return deliveries
}

/** The last step of a deletion: the names of the templates that can leave the catalogue now. See `findRemovable`. */
export const removableTemplates = (ctx: Context, rollOut: number): Promise<string[]> => findRemovable(ctx.db, rollOut)
