// Changes of this tenant's metrics by other features. The caller records the changes with its own.
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { sql } from 'kysely'
import type { Change } from '#kit/recording/changes.ts'
import type { Context } from '#request/context.ts'
import { inProfile, internal, type SyncedMetric, sync } from './metrics.repository.ts'
import { syncNotices } from './sync-notices.ts'

export interface Synced {
  readonly changes: Change[]
  readonly notices: Notices
}

/**
 * After a metric profile was written: imports the metrics it names that the tenant does not have, and removes those of
 * `dropped` that no profile names any more, but for internal ones. One statement, whatever their number.
 * Specification part 1 section 4, decision D15.
 */
export async function syncMetrics(
  ctx: Context,
  { profileId, dropped }: { readonly profileId?: number; readonly dropped: readonly string[] },
): Promise<Synced> {
  return told(ctx, await sync(ctx.db, { wanted: inProfile(profileId), dropped, group: defaultGroup(ctx) }))
}

/** Imports metrics of the templates of these names that the tenant does not have. One statement. */
export async function importNamed(ctx: Context, names: readonly string[]) {
  const wanted = sql`select distinct name collate "C" as name from unnest(${[...names]}::text[]) as name`
  const found = await sync(ctx.db, { wanted, dropped: [], group: defaultGroup(ctx) })
  return { changes: found.flatMap(changeOf), named: (outcome: SyncedMetric['outcome']) => namesOf(found, outcome) }
}

/** Gives a new tenant the metrics of all internal templates that are still in use. One statement. */
export async function importInternalMetrics(ctx: Context): Promise<Synced> {
  return told(ctx, await sync(ctx.db, { wanted: internal, dropped: [], group: defaultGroup(ctx) }))
}

function told(ctx: Context, metrics: readonly SyncedMetric[]): Synced {
  const named = (outcome: SyncedMetric['outcome']) => namesOf(metrics, outcome)
  return {
    changes: metrics.flatMap(changeOf),
    notices: syncNotices(ctx.tenant.name, {
      imported: named('imported'),
      warning: named('warning'),
      unavailable: named('unavailable'),
      deleted: named('deleted'),
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

/** Imported metrics belong to the group that every tenant begins with. */
const defaultGroup = ({ tenant }: Context): string => tenant.name.toUpperCase()
