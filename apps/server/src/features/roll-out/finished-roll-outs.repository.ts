import { sql } from 'kysely'
import { lockTenant } from '#request/tenancy/locks.ts'
import type { Tenancy } from '#request/tenancy/tenancy.ts'

/** The days for which tenants that have followed a roll-out can be reverted. */
const keptDays = 90

/** Roll-outs without open jobs, of which no tenant has followed since the limit; without deletions that still have templates. */
const finishedBefore = (limit: Date) => sql`
  roll_out.at < ${limit}::timestamptz and not exists (
    select from roll_out_jobs as job
    where job.roll_out_id = roll_out.id and (job.state <> 'done' or job.done_at >= ${limit}::timestamptz))
  and not exists (
    select from deleted_templates as deleted join metric_templates as template on template.id = deleted.template_id
    where deleted.roll_out_id = roll_out.id)`

/** Removes roll-outs that every tenant has followed for long, with their former content. One statement if there are none. */
export async function removeFinishedRollOuts({ everyTenant, tenants }: Tenancy, now: Date): Promise<void> {
  const isFinished = finishedBefore(new Date(now.getTime() - keptDays * 86_400_000))
  const { rows } = await sql`select from roll_outs as roll_out where ${isFinished} limit 1`.execute(everyTenant)
  const superTenant = (await tenants()).find(({ deployment }) => deployment === 'super')
  if (rows.length === 0 || !superTenant) return
  await everyTenant.transaction().execute(async (db) => {
    // The lock prevents that a tenant is reverted between the decision and the removal.
    await lockTenant(db, superTenant)
    await sql`delete from roll_outs as roll_out where ${isFinished}`.execute(db)
  })
}
