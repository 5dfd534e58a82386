// Deletions of metric templates that many tenants use, after their jobs: the last step, when every tenant has followed.
import { rowNamesIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { lockingTemplates } from '#request/tenancy/locks.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { Cause } from './jobs.repository.ts'
import { addingLateJobs } from './steps/4-jobs.repository.ts'

/** A deletion that every tenant has followed, but whose templates are still there. */
export interface FollowedDeletion extends Cause {
  readonly rollOut: number
}

/** `db` spans tenants. */
export const findFollowedDeletions = (db: Db) =>
  rowsIn(db)<FollowedDeletion>`
    select roll_out.id as "rollOut", roll_out.actor, roll_out.request_id as "requestId", roll_out.address, roll_out.device
    from roll_outs as roll_out
    where roll_out.id in (
        select deleted.roll_out_id from deleted_templates as deleted
        join metric_templates as template on template.id = deleted.template_id)
      and not exists (
        select from roll_out_jobs as job where job.roll_out_id = roll_out.id and job.state <> 'done')
    order by roll_out.id`

/**
 * The names of the templates of a deletion that can leave the catalogue now: none if a tenant has a metric of them, which then has
 * a job. No metric of them is added until the transaction ends. To be called in a transaction of the catalogue.
 */
export async function findRemovable(db: Db, rollOut: number): Promise<string[]> {
  const id = sql.lit(rollOut)
  // Such as one that a server of the build before has added.
  const tenantsLeft = sql`
    select distinct metric.tenant_id from deleted_templates as deleted
    join metrics as metric on metric.template_id = deleted.template_id where deleted.roll_out_id = ${id}`
  return rowNamesIn(db)`
    ${lockingTemplates(db)};
    ${addingLateJobs(rollOut, tenantsLeft)};
    select template.name from deleted_templates as deleted
    join metric_templates as template on template.id = deleted.template_id
    where deleted.roll_out_id = ${id} and not exists (${tenantsLeft}) order by template.name`
}
