// The side effects of catalogue changes in all tenants; to be called in a transaction for every tenant. Their documents go
// into its pending changes, from which the recorder takes them.
import type { RawBuilder } from 'kysely'
import type { Delivery } from '#kit/intents/deliveries.ts'
import type { Context } from '#request/context.ts'
import { keepVersions, removeMetricsOf, updateMetrics } from './metrics.repository.ts'
import { replaceMetricsInProfiles } from './profiles.effects.ts'
import { removedMetrics, renamedMetrics } from './profiles.repository.ts'
import {
  type Dependency,
  dependentVersions,
  moveTemplatesToVersion,
  recordTemplates,
  versionsWith,
} from './templates.repository.ts'

/**
 * Applies a change of what versions of templates depend on, such as a package or a tag, and updates the templates and
 * the metrics of all tenants. Three statements for any number; once in a transaction.
 */
export const rollOut = <T>(ctx: Context, changed: Dependency, apply: () => Promise<T>): Promise<T> =>
  updatingMetrics(ctx, dependentVersions(changed), async () => {
    const applied = await apply()
    await recordTemplates(ctx)
    return applied
  })

/**
 * For a change of these versions themselves, which the caller records: updates their metrics. Two statements for any
 * number; once in a transaction.
 */
export const rollOutVersions = <T>(ctx: Context, versionIds: readonly number[], apply: () => Promise<T>): Promise<T> =>
  updatingMetrics(ctx, versionsWith(versionIds), apply)

/**
 * Moves every template that uses one version of a probe now to another version of it. A template that has another name
 * there is not moved, because tenants and profiles use that name; the names of such templates are returned. One statement
 * for any number.
 */
export const moveTemplates = (
  ctx: Context,
  versions: { readonly from: number; readonly to: number },
): Promise<string[]> => moveTemplatesToVersion(ctx, versions)

/** Replaces the name of a version's metrics in the profiles of all tenants. One statement for any number. */
export const renameMetrics = (ctx: Context, renamed: Parameters<typeof renamedMetrics>[0]): Promise<Delivery[]> =>
  replaceMetricsInProfiles(ctx, renamedMetrics(renamed))

/** Removes the metrics of these templates from the profiles of all tenants, and then the metrics. Two statements. */
export async function removeMetrics(ctx: Context, templateIds: readonly number[]): Promise<Delivery[]> {
  const deliveries = await replaceMetricsInProfiles(ctx, removedMetrics(templateIds))
  await removeMetricsOf(ctx.db, templateIds)
  return deliveries
}

/** The tenants' own values in their metrics are kept. */
async function updatingMetrics<T>(ctx: Context, versions: RawBuilder<unknown>, apply: () => Promise<T>): Promise<T> {
  const kept = await keepVersions(ctx.db, versions)
  const applied = await apply()
  if (kept > 0) await updateMetrics(ctx.db)
  return applied
}
