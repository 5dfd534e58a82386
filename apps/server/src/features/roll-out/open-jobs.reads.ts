import { rowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'

export interface JobCounts {
  readonly waiting: number
  readonly deferred: number
  readonly paused: number
  readonly refused: number
  readonly reverted: number
  readonly done: number
  /** Seconds for which the oldest due job has been waiting. */
  readonly oldest: number
}

/** The jobs of roll-outs with a job that is not done. `db` spans tenants. */
export async function countJobs(db: Db, now: Date): Promise<JobCounts> {
  const isDue = sql`due <= ${now}::timestamptz`
  return rowIn(db)<JobCounts>`
    select (count(*) filter (where state = 'waiting' and ${isDue}))::integer as waiting,
      (count(*) filter (where state = 'waiting' and not ${isDue}))::integer as deferred,
      (count(*) filter (where state = 'paused'))::integer as paused,
      (count(*) filter (where state = 'refused'))::integer as refused,
      (count(*) filter (where state = 'reverted'))::integer as reverted,
      (count(*) filter (where state = 'done'))::integer as done,
      coalesce(extract(epoch from ${now}::timestamptz - min(due) filter (where state = 'waiting' and ${isDue})), 0)::float8
        as oldest
    from roll_out_jobs where roll_out_id in (select roll_out_id from roll_out_jobs where state <> 'done')`
}
