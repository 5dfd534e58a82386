import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { InstallationStatus } from '@quatrain/contract/console/status.ts'
import { rowsIn } from '@quatrain/platform/database/rows.ts'
import { version } from '@quatrain/platform/version.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** Seconds after which a process that does not report itself is no longer listed. */
const listedSeconds = 3600

/** Returns a function that reports this process as alive, and removes those that have long ended. */
export function reporterOf(everyTenant: Db, now: () => Date): () => Promise<void> {
  const own = { id: randomUUID(), machine: hostname(), pid: process.pid, version, started_at: now() }
  return async () => {
    await everyTenant
      .insertInto('console_processes')
      .values({ ...own, seen_at: now() })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now() }))
      .execute()
    await everyTenant
      .deleteFrom('console_processes')
      .where('seen_at', '<', new Date(now().getTime() - listedSeconds * 1000))
      .execute()
  }
}

/** The processes that have reported themselves, by machine. */
export const findProcesses = (everyTenant: Db): Promise<InstallationStatus['processes']> =>
  rowsIn(everyTenant)<InstallationStatus['processes'][number]>`
    select machine, pid, version, to_json(started_at at time zone 'utc') #>> '{}' || 'Z' as started_at,
      to_json(seen_at at time zone 'utc') #>> '{}' || 'Z' as seen_at
    from console_processes order by machine, console_processes.started_at, pid`
