import type { InputOf } from '@quatrain/contract/kit/endpoint.ts'
import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import type { changeMetrics } from '@quatrain/contract/resources/metric-bulk.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { record } from '#kit/recording/recorder.ts'
import { assertAllFound } from '#kit/resource/all-found.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import { findForUpdate, type StoredMetric, update } from './metrics.repository.ts'
import { assertMay, assertMayAssign, recordedMetrics } from './metrics.service.ts'

type Input = InputOf<typeof changeMetrics>['body']

/**
 * Sets the group and configuration values of several metrics atomically. A value is set on the metrics that have its
 * key. Metrics that have all the values already are not written.
 */
export function changeSeveralMetrics(
  ctx: Context,
  { metrics: requestedNames, group, config = [] }: Input,
): Promise<Notices> {
  return inTransaction(ctx, async (ctx) => {
    const names = [...new Set(requestedNames)]
    const storedMetrics = await findForUpdate(ctx.db, names)
    assertAllFound(metrics, 'metrics', names, storedMetrics)
    assertMay(ctx, 'change', storedMetrics)
    if (group !== undefined) assertMayAssign(ctx, group)
    assertUsed(config, storedMetrics)
    const changes = storedMetrics.flatMap((before) => {
      const after = { ...before, group: group ?? before.group, config: withValues(before.config, config) }
      return isSame(before, after) ? [] : [{ before, after }]
    })
    const changed = changes.map(({ after }) => after)
    if (changed.length > 0) await update(ctx.db, changed)
    await record(
      ctx,
      changes.map(({ before, after }) => recordedMetrics.changed(ctx, before, after)),
    )
    return changed.length === 0 ? {} : { info: `${sentence(changed)} successfully changed.` }
  })
}

const sentence = (changed: readonly StoredMetric[]) =>
  changed.length === 1 ? `Metric ${changed[0]?.name}` : `${changed.length} metrics`

const withValues = (stored: readonly KeyValue[], submitted: readonly KeyValue[]): KeyValue[] =>
  stored.map(({ key, value }) => ({ key, value: submitted.find((entry) => entry.key === key)?.value ?? value }))

const isSame = (before: StoredMetric, after: StoredMetric) =>
  before.group === after.group && before.config.every(({ value }, index) => value === after.config[index]?.value)

/** A key that no metric has is a mistake. */
function assertUsed(config: readonly KeyValue[], storedMetrics: readonly StoredMetric[]): void {
  const keys = new Set(storedMetrics.flatMap((metric) => metric.config.map(({ key }) => key)))
  const unused = config.flatMap(({ key }, index) => (keys.has(key) ? [] : [index]))
  if (unused.length === 0) return
  throw invalidInput(
    Object.fromEntries(unused.map((index) => [`config.${index}.key`, 'None of the metrics has this key'])),
  )
}
