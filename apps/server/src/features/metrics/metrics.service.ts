import { isDeepStrictEqual } from 'node:util'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { type MetricChange, metrics } from '@quatrain/contract/resources/metric.ts'
import { AppError, invalidInput, notFound } from '@quatrain/platform/errors.ts'
import { replaceMetricsInProfiles } from '#features/roll-out/profiles.effects.ts'
import { metricWords } from '#features/roll-out/words.reads.ts'
import { assertFresh } from '#kit/http/if-match.ts'
import { recordedKind } from '#kit/recording/recorded-kind.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Deliver, enqueue } from '#kit/two-stores/deliveries.ts'
import { type Context, collectChanges, inTransaction } from '#request/context.ts'
import { changedConfig } from './changed-config.ts'
import { assertMay, assertMayAssign } from './metric-rights.ts'
import { findForUpdate, remove, type StoredMetric, update } from './metric-writes.repository.ts'
import { notTakenOut } from './profile-notices.ts'
import { metricsReplacedBy } from './replaced-metrics.repository.ts'

const recorded = recordedKind(metrics, { nameOf: ({ name }) => name, words: metricWords })

/** Only the group and values of the configuration are the tenant's own; the rest is that of the template version. */
export function changeMetric(ctx: Context, input: MetricChange) {
  return inTransaction(ctx, async (ctx) => {
    const [before] = await findForUpdate(ctx.db, [input.name])
    if (!before) throw new AppError('not_found', 'Metric does not exist.')
    assertMay(ctx, 'change', [before])
    assertMayAssign(ctx, input.group)
    assertFresh(ctx, 'The metric', before)
    const after = { ...before, group: input.group, config: configOf(before, input), rowVersion: before.rowVersion + 1 }
    await update(ctx.db, [after])
    await record(ctx, [recorded.changed(ctx, before, after)])
    return after
  })
}

/** A passive metric has no configuration. Throws `invalid_input` if anything but values would change. */
function configOf(before: StoredMetric, { config, name: _, group: __, ...rest }: MetricChange) {
  const stored: Readonly<Record<string, unknown>> = before
  const others = Object.entries(rest).filter(([field, value]) => value !== undefined && !isSame(stored[field], value))
  const fixed = Object.fromEntries(others.map(([field]) => [field, 'Cannot be changed']))
  const isMissing = config === undefined && before.mtype === 'Active'
  const { config: wanted, problems } = changedConfig(before.config, config ?? before.config)
  const fields = { ...fixed, ...problems, ...(isMissing && { config: 'Required' }) }
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
  return wanted
}

const isSame = (stored: unknown, sent: unknown) => isDeepStrictEqual(stored, sent)

/** Removes a metric, and its pairs from the metric profiles in both stores. */
export async function deleteMetric(ctx: Context, deliver: Deliver, name: string): Promise<Notices> {
  const { profiles, deliveries } = await inTransaction(ctx, async (ctx) => {
    const [before] = await findForUpdate(ctx.db, [name])
    if (!before) throw notFound('Metric')
    assertMay(ctx, 'delete', [before])
    assertFresh(ctx, 'The metric', before)
    const collecting = await collectChanges(ctx)
    const deliveries = await replaceMetricsInProfiles(collecting, metricsReplacedBy([{ metric: name, by: null }]))
    const { id, profiles } = before
    await remove(ctx.db, id)
    await record(collecting, [recorded.removed(before)])
    return { profiles, deliveries: await enqueue(ctx, deliveries) }
  })
  if (!ctx.write.dryRun) {
    const warning = notTakenOut(await deliver(deliveries), new Map(profiles.map((profile) => [profile, [name]])))
    return warning === '' ? {} : { warning }
  }
  if (profiles.length === 0) return {}
  const question = 'ARE YOU SURE you want to delete it?'
  return { warning: `Metric ${name} is part of profile(s): ${profiles.join(', ')}\n${question}` }
}
