import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { packageKey } from '@quatrain/contract/kit/kind-names.ts'
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { type MetricDocument, metrics, pathKey } from '@quatrain/contract/resources/metric.ts'
import type { ConfigMove, MetricMove } from '@quatrain/contract/resources/metric-moves.ts'
import { packageAt } from '#features/packages/packages.reads.ts'
import { followMetricNames, replaceTenantMetrics } from '#features/roll-out/profiles.effects.ts'
import { metricWords } from '#features/roll-out/roll-out.reads.ts'
import { type Deliver, enqueue, type Queued } from '#kit/intents/deliveries.ts'
import type { Change } from '#kit/recording/changes.ts'
import { describeChange } from '#kit/recording/describe-change.ts'
import { previewIn } from '#kit/recording/preview.ts'
import { record } from '#kit/recording/recorder.ts'
import { type Context, collectChanges, inTransaction } from '#request/context/context.ts'
import { findMovable, type MovableMetric, move } from './metric-moves.repository.ts'
import { undeliveredNotice } from './metrics.service.ts'

const { kind } = metrics

/** The effects of the update, with their preview digest. */
export async function previewUpdate(outerCtx: Context, key: string) {
  const ctx = { ...outerCtx, write: { ...outerCtx.write, dryRun: true } }
  const { moves } = await update(ctx, key)
  return { ...updateNotices(moves, 'future'), preview: previewIn(ctx).preview, metrics: moves }
}

/**
 * Moves every metric of a package to the chosen version of the package. Metrics that this version does not have are removed,
 * also from the metric profiles in both stores. One transaction.
 */
export async function updateMetricsVersions(
  ctx: Context,
  deliver: Deliver,
  template: { readonly name: string; readonly version: string },
) {
  const { moves, deliveries } = await update(ctx, packageKey(template))
  const notices = updateNotices(moves, ctx.write.dryRun ? 'future' : 'past')
  const problems = undeliveredNotice(await deliver(deliveries), removedFrom(moves))
  if (problems === '') return notices
  if (notices.deleted) return { ...notices, deleted: `${notices.deleted} WARNING: ${problems}` }
  return { ...notices, warning: [notices.warning, problems].filter(Boolean).join('\n') }
}

function update(ctx: Context, key: string) {
  return inTransaction(
    ctx,
    async (tenant): Promise<{ moves: MetricMove[]; deliveries: readonly Queued[] }> => {
      const ctx = await collectChanges(tenant)
      const planned = planOf(await findMovable(ctx.db, await packageAt(ctx, key)))
      const moved = planned.flatMap(({ metric, next }) => (next ? [{ id: metric.id, ...next }] : []))
      const removed = planned.filter(({ plan }) => plan.outcome === 'deleted')
      if (moved.length + removed.length > 0) {
        await move(
          ctx.db,
          moved.map(({ id, versionId, config }) => ({ id, versionId, config })),
          removed.map(({ metric }) => metric.id),
        )
      }
      const replacements = planned
        .filter(
          ({ plan: { name, becomes, outcome } }) =>
            outcome === 'deleted' || (outcome === 'updated' && becomes !== name),
        )
        .map(({ plan: { name, becomes, outcome } }) => ({ metric: name, by: outcome === 'deleted' ? null : becomes }))
      const replaced = replacements.length === 0 ? [] : await replaceTenantMetrics(ctx, replacements)
      const changed = [...moved, ...removed.map(({ metric }) => metric)]
      const documents =
        changed.length === 0
          ? undefined
          : await followMetricNames(
              ctx,
              changed.map(({ id }) => id),
            )
      await record(
        ctx,
        planned.flatMap((plan) => changeOf(plan, documents?.get(plan.metric.id))),
      )
      const deliveries = await enqueue(ctx, replaced)
      return { moves: planned.map(({ plan }) => plan), deliveries }
    },
    { awaitsRollOuts: true },
  )
}

interface Planned {
  readonly metric: MovableMetric
  readonly plan: MetricMove
  /** Undefined for a metric that is removed or does not change. */
  readonly next:
    | { readonly versionId: number; readonly config: KeyValue[]; readonly document: MetricDocument }
    | undefined
}

function planOf(metrics: readonly MovableMetric[]): Planned[] {
  const usedNames = new Set<string>()
  return metrics.map((metric) => {
    const { before, after, versionId, target, profiles } = metric
    const { name, probeversion: from } = before
    const move = { name, becomes: after?.name ?? name, from, to: after?.probeversion, profiles }
    if (!after || versionId === null || !target) {
      return { metric, plan: { ...move, outcome: 'deleted', config: [] }, next: undefined }
    }
    if (metric.isTaken || usedNames.has(after.name)) {
      return { metric, plan: { ...move, outcome: 'left', config: [] }, next: undefined }
    }
    usedNames.add(after.name)
    const { config, moves } = movedConfig({ own: before.config, current: metric.current, target })
    const next = { versionId, config, document: { ...after, config } }
    return { metric, plan: { ...move, outcome: 'updated', config: moves }, next }
  })
}

/** `document` is that of the metric with the tenant's own names of others, if it differs. */
function changeOf(
  { metric: { id, rowVersion, before }, plan: { outcome, becomes }, next }: Planned,
  document: MetricDocument | undefined,
): Change[] {
  if (outcome === 'left') return []
  const after = next && (document ?? next.document)
  const comment = after && (() => describeChange(metrics.compared, before, after, metricWords))
  return [{ kind, id, name: becomes, before, after, rowVersion, ...(comment && { comment }) }]
}

/** The metrics that were removed from each profile, by its name. */
function removedFrom(moves: readonly MetricMove[]): ReadonlyMap<string, readonly string[]> {
  const removed = moves.filter(({ outcome }) => outcome === 'deleted')
  const holding = removed.flatMap(({ name, profiles }) => profiles.map((profile) => ({ profile, name })))
  const byProfile = Map.groupBy(holding, ({ profile }) => profile)
  return new Map([...byProfile].map(([profile, metrics]) => [profile, metrics.map(({ name }) => name)]))
}

interface Configs {
  /** The configuration of the metric. */
  readonly own: readonly KeyValue[]
  /** The configuration of its template version, and of the version that it moves to. */
  readonly current: readonly KeyValue[]
  readonly target: readonly KeyValue[]
}

/**
 * The configuration of a metric in another version of its template: the entries of that version, in its order. A value that
 * the tenant has changed is kept, except the path, which no tenant can change. `moves` are the entries that change, and those
 * that are kept although the template has another value.
 */
export function movedConfig({ own, current, target }: Configs): { config: KeyValue[]; moves: ConfigMove[] } {
  const [ownValues, templateValues] = [firstValues(own), firstValues(current)]
  const moves: ConfigMove[] = []
  const config = target.map(({ key, value }) => {
    const now = ownValues.get(key)
    const isKept = now !== undefined && key !== pathKey && now !== templateValues.get(key)
    if (now !== value) moves.push({ key, from: now, to: isKept ? now : value, ...(isKept && { instead: value }) })
    return { key, value: isKept ? now : value }
  })
  const targetKeys = new Set(target.map(({ key }) => key))
  const removed = own.filter(({ key }) => !targetKeys.has(key)).map(({ key, value }) => ({ key, from: value }))
  return { config, moves: [...moves, ...removed] }
}

/** If a key is repeated, its first value. */
const firstValues = (pairs: readonly KeyValue[]): ReadonlyMap<string, string> =>
  new Map(pairs.toReversed().map(({ key, value }) => [key, value]))

type Texts = Pick<Notices, 'updated' | 'deleted' | 'warning'>

/** The planned or completed changes of metrics' versions, in the specified sentences. */
function updateNotices(moves: readonly MetricMove[], tense: 'future' | 'past'): Texts {
  const movesWith = (outcome: MetricMove['outcome']) => moves.filter((move) => move.outcome === outcome)
  const [updated, deleted, unchanged] = [movesWith('updated'), movesWith('deleted'), movesWith('left')]
  const isFuture = tense === 'future'
  return {
    ...(updated.length > 0 && {
      updated: `${listed(updated)} ${isFuture ? 'will be' : `${have(updated)} been successfully`} updated.`,
    }),
    ...(deleted.length > 0 && {
      deleted: `${listed(deleted)} ${isFuture ? 'will be' : `${have(deleted)} been`} deleted, since ${
        deleted.length === 1 ? 'its probe is' : 'their probes are'
      } not part of the chosen package.${isFuture ? question(deleted) : ''}`,
    }),
    ...(unchanged.length > 0 && {
      warning: unchanged
        .map(({ name, becomes }) => `Metric ${name} cannot be updated, since there is another metric named ${becomes}.`)
        .join('\n'),
    }),
  }
}

const names = (moves: readonly MetricMove[]) => moves.map(({ name }) => name).join(', ')
const have = ({ length }: readonly unknown[]) => (length === 1 ? 'has' : 'have')
const listed = (moves: readonly MetricMove[]) => `${moves.length === 1 ? 'Metric' : 'Metrics'} ${names(moves)}`

/** Asks for confirmation if profiles contain metrics to be removed. */
function question(deleted: readonly MetricMove[]): string {
  const sentences = deleted.flatMap(({ name, profiles }) => {
    if (profiles.length === 0) return []
    return [`Metric ${name} is part of ${profiles.join(', ')} metric profile${profiles.length === 1 ? '' : 's'}.`]
  })
  if (sentences.length === 0) return ''
  if (sentences.length === 1) return ` WARNING: ${sentences[0]} ARE YOU SURE YOU WANT TO DELETE IT?`
  return ` ${sentences.join(' ')} ARE YOU SURE YOU WANT TO DELETE THEM?`
}
