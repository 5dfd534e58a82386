// Step 8, the last of the transaction: jobs for the tenants that the change concerns by now, and that were not found before. Such a
// tenant has got a metric of the former content meanwhile, and its write lock is not held. Saves that depend on metric templates wait
// from here until the transaction has ended.
import { sql } from 'kysely'
import type { Context } from '#request/context/context.ts'
import { lockingTemplates } from '#request/tenancy/locks.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { tenantsOfChangedWithout, tenantsOfTemplates } from './3-tenants.repository.ts'
import { addingLateJobs, type StoredRollOut, storeRollOut } from './4-jobs.repository.ts'

const jobsOf = (rollOut: number) => sql`select tenant_id from roll_out_jobs where roll_out_id = ${sql.lit(rollOut)}`

/** Adds the late tenants of a change. A roll-out without tenants so far is stored if there is one now. */
export async function addLateTenants(ctx: Context, { id }: StoredRollOut): Promise<void> {
  const { db } = ctx
  if (id !== undefined) {
    await sql`${lockingTemplates(db)}; ${addingLateJobs(id, tenantsOfChangedWithout(jobsOf(id)))}`.execute(db)
    return
  }
  const noTenants = sql`select null::integer where false`
  const { rows } = await sql<{ id: number }>`
    ${lockingTemplates(db)}; ${tenantsOfChangedWithout(noTenants)} order by tenant.id`.execute(db)
  if (rows.length > 0) await storeRollOut(ctx, { ids: rows.map(({ id }) => id), areLocked: false })
}

/** Adds the late tenants of a delete of templates by jobs. */
export async function addLateTenantsOfDeletion(db: Db, rollOut: number): Promise<void> {
  const templates = sql`array(select template_id from deleted_templates where roll_out_id = ${sql.lit(rollOut)})`
  const tenants = sql`
    select found.id from (${tenantsOfTemplates(templates)}) as found (id) where found.id not in (${jobsOf(rollOut)})`
  await sql`${lockingTemplates(db)}; ${addingLateJobs(rollOut, tenants)}`.execute(db)
}
