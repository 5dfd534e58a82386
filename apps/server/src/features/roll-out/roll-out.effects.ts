// The side effects of catalogue changes in the tenants; to be called in a transaction of the catalogue. The documents of tenants
// that follow at once go into its pending changes, from which the recorder takes them; the others have a job each.
import type { RawBuilder } from 'kysely'
import type { Delivery } from '#kit/intents/deliveries.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { type Context, isUnchanged } from '#request/context/context.ts'
import { queryOfIds } from './ids.repository.ts'
import { renameMetrics } from './profiles.effects.ts'
import type { Step } from './roll-out.ts'
import { changedVersions, keepFormerVersions } from './steps/1-former-versions.repository.ts'
import { recordTemplates } from './steps/2-templates.repository.ts'
import { assertConcerned, assertDue, assertNoneChosen, findTenants } from './steps/3-tenants.repository.ts'
import { type StoredRollOut, storeRollOut } from './steps/4-jobs.repository.ts'
import { countLater } from './steps/5-later-changes.repository.ts'
import { updateMetrics } from './steps/6-metrics.repository.ts'
import { addLateTenants } from './steps/8-late-tenants.repository.ts'
import { type Dependency, dependentVersions, moveTemplatesToVersion } from './templates.repository.ts'

/** A change of the catalogue. */
interface Change<Applied, Result> {
  /** Performs it. */
  readonly apply: () => Promise<Applied>
  /** Records what the caller has changed, and queues its deliveries and those of the roll-out. */
  readonly finish: (applied: Applied, deliveries: readonly Delivery[]) => Promise<Result>
}

/** A change that tenants may have to follow. */
interface RolledOut<Applied, Result> extends Change<Applied, Result> {
  /** A query of the ids of the versions that it may concern. */
  readonly versions: RawBuilder<unknown>
  /** Whether templates only depend on what it changes, so that the caller does not record them. */
  readonly isOfDependency: boolean
  /** Whether names of metrics, or references to them, are other ones afterwards. */
  readonly isRenaming: boolean
}

/**
 * A roll-out. Each step is a file of `steps/` and takes one or two statements for any number of tenants, metrics and templates. Decision 136
 * draws them. Once in a transaction. Throws `invalid_input` if the user has chosen tenants that the change does not concern, or
 * another time than a future one, `already_exists` if a tenant has another metric of a new name. The tenants' own values in
 * their metrics are kept.
 */
async function follow<Applied, Result>(ctx: Context, change: RolledOut<Applied, Result>): Promise<Result> {
  const hasVersions = await keepFormerVersions(ctx.db, change.versions)
  const applied = await change.apply()
  if (hasVersions) assertDue(ctx)
  if (hasVersions && change.isOfDependency) await recordTemplates(ctx)
  const tenants = hasVersions ? await findTenants(ctx) : undefined
  if (!tenants) {
    assertNoneChosen(ctx)
    return change.finish(applied, [])
  }
  await assertConcerned(ctx, tenants.ids)
  const rollOut = await storeRollOut(ctx, tenants)
  if (rollOut.later.length > 0) await countLater(ctx.db, rollOut.later)
  await recordChoice(ctx, rollOut)
  const deliveries = rollOut.now.length > 0 ? await followNow(ctx, rollOut, change) : []
  const result = await change.finish(applied, deliveries)
  if (!ctx.write.dryRun && !isUnchanged(ctx)) await addLateTenants(ctx, rollOut)
  return result
}

/** What tenants have in the transaction of the change. Returns the deliveries of renamed metrics. */
async function followNow<Applied, Result>(
  ctx: Context,
  { id, now }: StoredRollOut,
  { isRenaming }: RolledOut<Applied, Result>,
): Promise<Delivery[]> {
  const step: Step = { rollOut: id, versions: changedVersions, tenants: queryOfIds(now) }
  await updateMetrics(ctx.db, step)
  return isRenaming ? renameMetrics(ctx, step) : []
}

/** The activity log says which tenants the user has chosen. */
async function recordChoice(ctx: Context, { id }: StoredRollOut): Promise<void> {
  const { tenantsNow, othersDue = null } = ctx.write
  if (id === undefined || !tenantsNow) return
  const after = { tenants_now: tenantsNow, others_due: othersDue }
  await recordEvent(ctx, { kind: 'rollout', id, name: `Roll-out ${id}`, action: 'add', after })
}

/**
 * Performs a change of what versions of templates depend on, such as a package or a tag, and updates the templates and
 * the metrics of the tenants.
 */
export const rollOut = <Applied, Result>(
  ctx: Context,
  changed: Dependency,
  change: Change<Applied, Result>,
): Promise<Result> =>
  follow(ctx, { ...change, versions: dependentVersions(changed), isOfDependency: true, isRenaming: false })

/**
 * Rolls out a change of these versions themselves, which the caller records: updates their metrics and, if the change renames them, what
 * refers to them.
 */
export const rollOutVersions = <Applied, Result>(
  ctx: Context,
  { ids, isRenaming }: { readonly ids: readonly number[]; readonly isRenaming: boolean },
  change: Change<Applied, Result>,
): Promise<Result> => follow(ctx, { ...change, versions: queryOfIds(ids), isOfDependency: false, isRenaming })

/** Applies a change of the catalogue that needs no roll-out. Throws `invalid_input` if the user has chosen tenants that follow now. */
export async function withoutRollOut<Applied, Result>(ctx: Context, change: Change<Applied, Result>): Promise<Result> {
  assertNoneChosen(ctx)
  return change.finish(await change.apply(), [])
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
