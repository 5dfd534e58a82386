// The side effects of catalogue changes in the tenants; to be called in a transaction of the catalogue. The documents of tenants
// that follow at once go into its pending changes, from which the recorder takes them; the others have a job each.
import type { RawBuilder } from 'kysely'
import type { Delivery } from '#kit/intents/deliveries.ts'
import type { Context } from '#request/context.ts'
import { keepVersions, updateMetrics } from './metrics.repository.ts'
import { assertNamesFree } from './names.reads.ts'
import { assertNoneChosen, planRollOut, stepNow } from './plan.repository.ts'
import { replaceMetrics } from './profiles.effects.ts'
import { renamedMetrics } from './profiles.repository.ts'
import {
  type Dependency,
  dependentVersions,
  moveTemplatesToVersion,
  recordTemplates,
  versionsWith,
} from './templates.repository.ts'

/**
 * Applies a change of what versions of templates depend on, such as a package or a tag, and updates the templates and
 * the metrics of the tenants. Six statements for any number at most; once in a transaction.
 */
export const rollOut = <T>(ctx: Context, changed: Dependency, apply: () => Promise<T>): Promise<T> =>
  updatingMetrics(ctx, dependentVersions(changed), async () => {
    const applied = await apply()
    await recordTemplates(ctx)
    return applied
  })

/**
 * For a change of these versions themselves, which the caller records: updates their metrics. Six statements for any
 * number at most; once in a transaction.
 */
export const rollOutVersions = <T>(ctx: Context, versionIds: readonly number[], apply: () => Promise<T>): Promise<T> =>
  updatingMetrics(ctx, versionsWith(versionIds), apply)

/** For a change of the catalogue without a roll-out: throws `invalid_input` if the user has chosen tenants that follow now. */
export const withoutRollOut = <T>(ctx: Context, apply: () => Promise<T>): Promise<T> => {
  assertNoneChosen(ctx)
  return apply()
}

/**
 * Moves every template that uses one version of a probe now to another version of it. A template that has another name
 * there is not moved, because tenants and profiles use that name; the names of such templates are returned. One statement
 * for any number.
 */
export const moveTemplates = (
  ctx: Context,
  versions: { readonly from: number; readonly to: number },
): Promise<string[]> => moveTemplatesToVersion(ctx, versions)

/**
 * After `rollOutVersions`, if names or references have changed: replaces the former names of metrics in what refers to them, in the
 * tenants that follow at once. Throws
 * `already_exists` if a tenant has another metric of the new name. Two statements for any number.
 */
export async function renameMetrics(ctx: Context): Promise<Delivery[]> {
  await assertNamesFree(ctx.db, stepNow.versions, stepNow.ids)
  return replaceMetrics(ctx, renamedMetrics(stepNow.versions, stepNow.ids), stepNow.ids)
}

/** The tenants' own values in their metrics are kept. */
async function updatingMetrics<T>(ctx: Context, versions: RawBuilder<unknown>, apply: () => Promise<T>): Promise<T> {
  const kept = await keepVersions(ctx.db, versions)
  const applied = await apply()
  if (kept === 0) {
    assertNoneChosen(ctx)
    return applied
  }
  const rollOut = await planRollOut(ctx)
  await updateMetrics(ctx.db, { ...stepNow, rollOut })
  return applied
}
