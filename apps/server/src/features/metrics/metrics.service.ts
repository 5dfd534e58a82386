import { isDeepStrictEqual } from 'node:util'
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { can } from '@quatrain/contract/kit/policy.ts'
import { type MetricChange, metrics, pathKey } from '@quatrain/contract/resources/metric.ts'
import { AppError, invalidInput, notAllowed, notFound } from '@quatrain/platform/errors.ts'
import { replaceTenantMetrics } from '#features/roll-out/profiles.effects.ts'
import { metricWords } from '#features/roll-out/roll-out.reads.ts'
import { assertFresh, authorize } from '#kit/http/authorize.ts'
import { again, type Deliver, enqueue, type Undelivered } from '#kit/intents/deliveries.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, collectChanges, inTransaction } from '#request/context/context.ts'
import { findForUpdate, remove, type StoredMetric, update } from './metrics.repository.ts'

export const recordedMetrics = recordedKind(metrics, { nameOf: ({ name }) => name, words: metricWords })

/** The tenant can change the group and values of the configuration; all else comes from the template version. */
export function changeMetric(ctx: Context, input: MetricChange) {
  return inTransaction(ctx, async (ctx) => {
    const [storedMetric] = await findForUpdate(ctx.db, [input.name])
    if (!storedMetric) throw new AppError('not_found', 'Metric does not exist.')
    assertMay(ctx, 'change', [storedMetric])
    assertMayAssign(ctx, input.group)
    assertFresh(ctx, 'The metric', storedMetric)
    const after = {
      ...storedMetric,
      group: input.group,
      config: configOf(storedMetric, input),
      rowVersion: storedMetric.rowVersion + 1,
    }
    await update(ctx.db, [after])
    await record(ctx, [recordedMetrics.changed(ctx, storedMetric, after)])
    return after
  })
}

/** Passive metrics have no configuration. Throws `invalid_input` if anything except values would change. */
function configOf(storedMetric: StoredMetric, { config, name: _, group: __, ...fixedFields }: MetricChange) {
  const stored: Readonly<Record<string, unknown>> = storedMetric
  const changedFields = Object.entries(fixedFields).filter(
    ([field, value]) => value !== undefined && !isSame(stored[field], value),
  )
  const fixed = Object.fromEntries(changedFields.map(([field]) => [field, 'Cannot be changed']))
  const isMissing = config === undefined && storedMetric.mtype === 'Active'
  const { config: changed, problems } = changedConfig(storedMetric.config, config ?? storedMetric.config)
  const fields = { ...fixed, ...problems, ...(isMissing && { config: 'Required' }) }
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
  return changed
}

const isSame = (stored: unknown, submitted: unknown) => isDeepStrictEqual(stored, submitted)

/**
 * The stored entries, in their order, with the sent values. `problems` are entries where something except the value would
 * change, by their paths in the input.
 */
function changedConfig(
  stored: readonly KeyValue[],
  submitted: readonly KeyValue[],
): { readonly config: KeyValue[]; readonly problems: Readonly<Record<string, string>> } {
  const problems: Record<string, string> = {}
  const storedValues = new Map(stored.map(({ key, value }) => [key, value]))
  const sentValues = new Map(submitted.map(({ key, value }) => [key, value]))
  for (const [index, { key, value }] of submitted.entries()) {
    if (!storedValues.has(key)) problems[`config.${index}.key`] = 'Must be one of the keys of the metric template'
    if (key === pathKey && storedValues.has(key) && storedValues.get(key) !== value) {
      problems[`config.${index}.value`] = 'Cannot be changed'
    }
  }
  const missingEntries = stored.filter(({ key }) => !sentValues.has(key))
  if (missingEntries.length > 0)
    problems.config = `Cannot be left out: ${missingEntries.map(({ key }) => key).join(', ')}`
  return { config: stored.map(({ key, value }) => ({ key, value: sentValues.get(key) ?? value })), problems }
}

/** Removes a metric, also from the metric profiles that contain it, in both stores. */
export async function deleteMetric(ctx: Context, deliver: Deliver, name: string): Promise<Notices> {
  const { profiles, deliveries } = await inTransaction(ctx, async (ctx) => {
    const [storedMetric] = await findForUpdate(ctx.db, [name])
    if (!storedMetric) throw notFound('Metric')
    assertMay(ctx, 'delete', [storedMetric])
    assertFresh(ctx, 'The metric', storedMetric)
    const collecting = await collectChanges(ctx)
    const deliveries = await replaceTenantMetrics(collecting, [{ metric: name, by: null }])
    const { id, profiles } = storedMetric
    await remove(ctx.db, id)
    await record(collecting, [recordedMetrics.removed(storedMetric)])
    return { profiles, deliveries: await enqueue(ctx, deliveries) }
  })
  if (!ctx.write.dryRun) {
    const warning = undeliveredNotice(await deliver(deliveries), new Map(profiles.map((profile) => [profile, [name]])))
    return warning === '' ? {} : { warning }
  }
  if (profiles.length === 0) return {}
  return {
    warning: `Metric ${name} is part of profile(s): ${profiles.join(', ')}\nARE YOU SURE you want to delete it?`,
  }
}

/** Throws `not_allowed` unless the user is a member of the groups of all these metrics. */
export function assertMay(
  ctx: Context,
  action: 'change' | 'delete',
  items: readonly { readonly group: string }[],
): void {
  authorize(ctx, action, metrics)
  if (items.every((metric) => can(ctx.caller, action, metrics, metric))) return
  throw notAllowed(`You do not have permission to ${action} metrics in this group.`)
}

/** A superuser is a member of every group, so any other group does not exist. */
export function assertMayAssign({ caller: { user } }: Context, group: string): void {
  if (user?.groups.metrics.includes(group)) return
  if (user?.isSuperuser) {
    throw new AppError('not_found', 'Group of metrics does not exist.', { fields: { group: 'Does not exist' } })
  }
  throw notAllowed('You do not have permission to assign metrics to the given group.')
}

/** Profiles that could not be updated in the Web API, as one text; empty if all were. */
export function undeliveredNotice(
  undelivered: readonly Undelivered[],
  removedFrom: ReadonlyMap<string, readonly string[]>,
): string {
  return undelivered
    .map(({ key, reason }) => {
      const removed = removedFrom.get(key) ?? []
      const effect = removed.length === 0 ? 'replace metrics in' : `remove ${metricsNamed(removed)} from`
      return `Error trying to ${effect} profile ${key}: ${reason} ${again}`
    })
    .join(' ')
}

const metricsNamed = (names: readonly string[]) => `${names.length === 1 ? 'metric' : 'metrics'} ${names.join(', ')}`
