// What other features may cause metrics to become. The caller records what is answered with its own changes; what metrics
// of all tenants become is left to the recorder.
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Change } from '#kit/recording/changes.ts'
import type { Context } from '#request/context.ts'
import { inProfile, internal, type SyncedMetric, sync } from './metrics.repository.ts'
import { follow, keepVersions, removeOf } from './metrics-of-templates.repository.ts'
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

/**
 * Applies a change of the catalogue, and lets the metrics of all tenants follow that stand on template versions, given
 * by a query of their ids: what the tenants set themselves stays. Two statements, whatever their number; to be called in
 * a transaction for every tenant, once.
 */
export async function followTemplateVersions<T>(
  ctx: Context,
  versions: RawBuilder<unknown>,
  apply: () => Promise<T>,
): Promise<T> {
  const kept = await keepVersions(ctx.db, versions)
  const applied = await apply()
  if (kept > 0) await follow(ctx.db)
  return applied
}

/** Removes the metrics of templates from all tenants; to be called in a transaction for every tenant. One statement. */
export const removeMetricsOf = (ctx: Context, templateIds: readonly number[]): Promise<void> =>
  removeOf(ctx.db, templateIds)

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
