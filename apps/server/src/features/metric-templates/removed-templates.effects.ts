// The last step of a deletion of metric templates that tenants follow by jobs.
import { tagDelivery } from '#features/metric-tags/metric-tags.effects.ts'
import { removableTemplates } from '#features/roll-out/deletions.effects.ts'
import { enqueue, type Queued } from '#kit/intents/deliveries.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, inCatalogueOnly } from '#request/context/context.ts'
import { remove } from './metric-template-writes.repository.ts'
import { findNamedForUpdate } from './metric-templates.repository.ts'
import { recordedTemplates } from './recorded-templates.ts'

/**
 * Removes the templates of a deletion from the catalogue, after their metrics, and records that; if a tenant still has one of these, it
 * only gets a job. `ctx` is that of the super-tenant, in the name of the user who deleted them. One transaction, without the
 * lock of another tenant.
 */
export const removeTemplates = (ctx: Context, rollOut: number): Promise<readonly Queued[]> =>
  inCatalogueOnly(ctx, async (ctx) => {
    const names = await removableTemplates(ctx, rollOut)
    if (names.length === 0) return []
    const { templates } = await findNamedForUpdate(ctx.db, names)
    await remove(
      ctx.db,
      templates.map(({ id }) => id),
    )
    await record(ctx, templates.map(recordedTemplates.removed))
    return enqueue(ctx, [tagDelivery(ctx)])
  })
