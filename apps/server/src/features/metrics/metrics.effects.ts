// Changes of the tenant's metrics that other features cause. The caller records them.
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { metrics } from '@quatrain/contract/resources/metric.ts'
import type { Change } from '#kit/recording/changes.ts'
import { groupedObjects } from '#kit/resource/grouped-objects.ts'
import type { Context } from '#request/context/context.ts'
import { internal, type SyncedMetric, sync, templatesNamed } from './metric-imports.repository.ts'
import { nameOfMetric } from './metrics.repository.ts'

export interface Synced {
  readonly changes: Change[]
  readonly notices: Notices
}

/**
 * Imports the `contained` metrics of a saved metric profile that the tenant does not have, and removes those of `dropped` that
 * no profile contains any more, except internal ones. One statement for any number, or none.
 * Specification part 1 section 4, decision D15.
 */
export async function syncMetrics(
  ctx: Context,
  { contained, dropped }: { readonly contained: readonly string[]; readonly dropped: readonly string[] },
): Promise<Synced> {
  const requested = contained.length > 0 ? templatesNamed(contained) : undefined
  return synced(ctx, await sync(ctx.db, { requested, dropped, group: defaultGroup(ctx) }))
}

/** Imports metrics of the templates of these names that the tenant does not have. One statement. */
export async function importNamed(ctx: Context, names: readonly string[]) {
  const synced = await sync(ctx.db, { requested: templatesNamed(names), dropped: [], group: defaultGroup(ctx) })
  return { changes: synced.flatMap(changeOf), named: (outcome: SyncedMetric['outcome']) => namesOf(synced, outcome) }
}

/** Imports the metrics of all internal templates that are not end-of-life into a new tenant. One statement. */
export async function importInternalMetrics(ctx: Context): Promise<Synced> {
  return synced(ctx, await sync(ctx.db, { requested: internal, dropped: [], group: defaultGroup(ctx) }))
}

function synced(ctx: Context, metrics: readonly SyncedMetric[]): Synced {
  const namesWith = (outcome: SyncedMetric['outcome']) => namesOf(metrics, outcome)
  return {
    changes: metrics.flatMap(changeOf),
    notices: syncNotices(ctx.tenant.name, {
      imported: namesWith('imported'),
      warning: namesWith('warning'),
      unavailable: namesWith('unavailable'),
      deleted: namesWith('deleted'),
    }),
  }
}

const namesOf = (metrics: readonly SyncedMetric[], outcome: SyncedMetric['outcome']) =>
  metrics.filter((metric) => metric.outcome === outcome).map(({ name }) => name)

function changeOf({ id, name, outcome, document, rowVersion }: SyncedMetric): Change[] {
  if (id === null || document === null || rowVersion === null) return []
  const change = { kind: 'metric', id, name }
  return [outcome === 'deleted' ? { ...change, before: document, rowVersion } : { ...change, after: document }]
}

/** The group of imported metrics, which every new tenant has. */
export const defaultGroup = ({ tenant }: Context): string => tenant.name.toUpperCase()

interface Names {
  readonly imported: readonly string[]
  readonly warning: readonly string[]
  readonly unavailable: readonly string[]
  readonly deleted: readonly string[]
}

/** The outcome for metrics, in the sentences that the specification fixes; without empty texts. */
function syncNotices(tenant: string, names: Names): Notices {
  const pinned = `with package version used by ${tenant} tenant`
  return {
    ...sentence('imported', names.imported, 'has been imported', 'have been imported'),
    ...sentence('warning', names.warning, `has been imported ${pinned}`, `have been imported ${pinned}`),
    ...sentence(
      'unavailable',
      names.unavailable,
      `not available for package used by ${tenant} tenant`,
      `not available for package used by ${tenant} tenant`,
    ),
    ...sentence('deleted', names.deleted, 'has been deleted', 'have been deleted'),
  }
}

function sentence(key: keyof Notices, names: readonly string[], singular: string, plural: string): Notices {
  if (names.length === 0) return {}
  const list = names.toSorted().join(', ')
  return { [key]: names.length === 1 ? `Metric ${list} ${singular}` : `Metrics ${list} ${plural}` }
}

export const groupedMetrics = groupedObjects({
  resource: metrics,
  table: 'metrics',
  name: nameOfMetric,
  field: 'group',
})
