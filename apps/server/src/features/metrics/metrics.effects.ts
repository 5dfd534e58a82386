// What other features may cause metrics to become. The caller records the changes with its own.
import type { Notices } from '@quatrain/contract/kit/notices.ts'
import type { Change } from '#kit/recorder.ts'
import type { Context } from '#request/context.ts'
import { importMissing, removeUnused } from './metrics.repository.ts'
import { syncNotices } from './sync-notices.ts'

export interface Synced {
  readonly changes: Change[]
  readonly notices: Notices
}

/**
 * After a metric profile was written: imports the metrics it names that the tenant does not have, and removes those of
 * `dropped` that no profile names any more, but for internal ones. Two statements at most, whatever their number.
 * Specification part 1 section 4, decision D15.
 */
export async function syncMetrics(
  ctx: Context,
  { profileId, dropped }: { readonly profileId?: number; readonly dropped: readonly string[] },
): Promise<Synced> {
  const wanted = profileId === undefined ? [] : await importMissing(ctx.db, profileId, defaultGroup(ctx))
  const removed = dropped.length === 0 ? [] : await removeUnused(ctx.db, dropped)
  const added = wanted.flatMap(({ id, name, document }): Change[] =>
    id === null || document === null ? [] : [{ kind: 'metric', id, name, after: document }],
  )
  const gone = removed.map(({ id, name, document, rowVersion }): Change => {
    return { kind: 'metric', id, name, before: document, rowVersion }
  })
  const named = (outcome: 'imported' | 'warning' | 'unavailable') =>
    wanted.filter((metric) => metric.outcome === outcome).map(({ name }) => name)
  return {
    changes: [...added, ...gone],
    notices: syncNotices(ctx.tenant.name, {
      imported: named('imported'),
      warning: named('warning'),
      unavailable: named('unavailable'),
      deleted: removed.map(({ name }) => name),
    }),
  }
}

/** Imported metrics belong to the group that every tenant begins with. */
const defaultGroup = ({ tenant }: Context): string => tenant.name.toUpperCase()
