// Deletes of metric templates: which tenants follow in the transaction, and which by jobs.
import type { RawBuilder } from 'kysely'
import type { Delivery } from '#kit/intents/deliveries.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import type { Context } from '#request/context/context.ts'
import { findRemovable } from './deletions.repository.ts'
import { queryOfIds } from './ids.repository.ts'
import { replaceMetrics } from './profiles.effects.ts'
import type { ConcernedTenants } from './roll-out.ts'
import { assertConcerned, assertDue, findTenantsOfTemplates, idsOfTenantsWith } from './steps/3-tenants.repository.ts'
import { storeDeletion } from './steps/4-jobs.repository.ts'
import { countLaterDeleted } from './steps/5-later-changes.repository.ts'
import { removeMetricsOf } from './steps/6-metrics.repository.ts'
import { removedMetrics } from './steps/7-references.repository.ts'
import { addLateTenantsOfDeletion } from './steps/8-late-tenants.repository.ts'

/** A template that is deleted. */
interface Deleted {
  readonly id: number
  readonly name: string
}

/** A delete that tenants follow by jobs: their number; and the id of the roll-out, if one is stored. */
export interface LaterDeletion {
  readonly later: number
  readonly rollOut: number | undefined
}

interface Deletion<Result> {
  /** Removes the templates and records that, if few tenants use them. Their metrics are already removed. */
  readonly now: (deliveries: readonly Delivery[]) => Promise<Result>
  /** Many tenants: records that the templates are marked. */
  readonly later: (deletion: LaterDeletion) => Promise<Result>
}

/**
 * A delete of templates. If few tenants are concerned, it removes the metrics in this transaction. Otherwise it marks the templates and
 * stores a job for each tenant, also for those that got metrics meanwhile; a dry run only counts what is removed later. Throws
 * `invalid_input` if the user has chosen tenants that have no such metrics, or another time than a future one. The same steps as in a
 * roll-out of a change, with one or two statements each.
 */
export async function rollOutDeletion<Result>(
  ctx: Context,
  templates: readonly Deleted[],
  deletion: Deletion<Result>,
): Promise<Result> {
  assertDue(ctx)
  const ids = templates.map(({ id }) => id)
  const { now, later } = await chooseTenants(ctx, ids)
  await assertConcerned(ctx, [...now, ...later])
  if (later.length === 0) return deletion.now(await removeMetrics(ctx, ids, queryOfIds(now)))
  await countLaterDeleted(ctx, ids, later)
  if (ctx.write.dryRun) return deletion.later({ later: later.length, rollOut: undefined })
  const rollOut = await storeDeletion(ctx, ids, later)
  await recordStored(ctx, rollOut, templates)
  const result = await deletion.later({ later: later.length, rollOut })
  await addLateTenantsOfDeletion(ctx.db, rollOut)
  return result
}

/** All follow now or all later. If now, no metric is added until the transaction ends; a dry run does not make others wait for that. */
async function chooseTenants(ctx: Context, templateIds: readonly number[]): Promise<ConcernedTenants> {
  const { ids, areLocked } = await findTenantsOfTemplates(ctx, templateIds)
  if (!areLocked) return { now: [], later: ids }
  if (ctx.write.dryRun) return { now: ids, later: [] }
  const idsNow = await idsOfTenantsWith(ctx.db, templateIds)
  // A tenant that has got such a metric meanwhile is not locked: then all follow by jobs.
  return idsNow.every((id) => ids.includes(id)) ? { now: idsNow, later: [] } : { now: [], later: idsNow }
}

function recordStored(ctx: Context, id: number, templates: readonly Deleted[]): Promise<void> {
  const names = templates.map(({ name }) => name)
  const templateNoun = names.length === 1 ? `metric template ${names[0]}` : `${names.length} metric templates`
  const after = { deletes: names, tenants_now: ctx.write.tenantsNow, others_due: ctx.write.othersDue }
  return recordEvent(ctx, {
    kind: 'rollout',
    id,
    name: `Roll-out ${id}: delete of ${templateNoun}`,
    action: 'add',
    after,
  })
}

/**
 * Removes the metrics of these templates from the metric profiles of some tenants, and then the metrics. `tenants` is a query of the
 * ids of all tenants that have such metrics and that the session sees; their write locks are held. Two statements.
 */
export async function removeMetrics(
  ctx: Context,
  templateIds: readonly number[],
  tenants: RawBuilder<unknown>,
): Promise<Delivery[]> {
  const deliveries = await replaceMetrics(ctx, removedMetrics(templateIds, tenants))
  await removeMetricsOf(ctx.db, templateIds)
  return deliveries
}

/** The last step of a deletion: the names of the templates that can leave the catalogue now. See `findRemovable`. */
export const removableTemplates = (ctx: Context, rollOut: number): Promise<string[]> => findRemovable(ctx.db, rollOut)
