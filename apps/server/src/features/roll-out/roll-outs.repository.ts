// Roll-outs and the states of their jobs, for superusers. `db` spans tenants.
import {
  type JobActions,
  jobStates,
  maxNamedTemplates,
  type RollOut,
  type RollOutDetails,
  type RollOutJob,
} from '@quatrain/contract/catalogue/roll-outs.ts'
import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { assertLockOrder, lockTenant } from '#request/tenancy/locks.ts'
import type { Db, Tenancy } from '#request/tenancy/tenancy.ts'

const isoOf = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const counted = sql.join(
  jobStates.map((state) => sql`${sql.lit(state)}, count(*) filter (where job.state = ${sql.lit(state)})`),
)

/** Selects the templates that a change concerned and that still exist, or those that were deleted. */
const templates = sql`
  select name from roll_out_versions where roll_out_id = roll_out.id
  union all select name from deleted_templates where roll_out_id = roll_out.id`

const action = sql`case when roll_out.is_deletion then 'delete' else 'change' end`

const fields = sql`
  roll_out.id, ${isoOf(sql`roll_out.at`)} as at, roll_out.actor,
  ${action} as action,
  array(select name from (${templates}) as template order by name limit ${maxNamedTemplates}) as templates,
  (select count(*)::integer from (${templates}) as template) as template_count,
  (select json_build_object(${counted}) from roll_out_jobs as job where job.roll_out_id = roll_out.id) as jobs`

/** The newest first. One statement. */
export const findAll = (db: Db) =>
  rowsIn(db)<RollOut>`
    select ${fields} from roll_outs as roll_out order by roll_out.id desc limit 100`

/** Throws `not_found`. One statement. */
export const find = (db: Db, id: number): Promise<RollOutDetails> =>
  rowIn(db, () => throwNotFound())<RollOut & { tenants: RollOutJob[] }>`
    select ${fields}, (
      select coalesce(json_agg(json_build_object('tenant', tenant.name, 'state', job.state, 'due', ${isoOf(sql`job.due`)},
        'attempts', job.attempts, 'reason', job.last_error, 'done_at', ${isoOf(sql`job.done_at`)},
        'reverted_at', ${isoOf(sql`job.reverted_at`)}, 'reverted_by', job.reverted_by) order by tenant.name), '[]')
      from roll_out_jobs as job join tenants as tenant on tenant.id = job.tenant_id
      where job.roll_out_id = roll_out.id) as tenants
    from roll_outs as roll_out where roll_out.id = ${id}`

const throwNotFound = (): never => {
  throw notFound('Roll-out')
}

/** Throws `not_found`. */
export async function findAction(db: Db, id: number): Promise<RollOut['action']> {
  const { rows } = await sql<Pick<RollOut, 'action'>>`
    select ${action} as action from roll_outs as roll_out where id = ${id}`.execute(db)
  return (rows[0] ?? throwNotFound()).action
}

interface Tenant {
  readonly id: number
  readonly name: string
}

/** Changes the open jobs of these tenants, and returns the tenants by name. Throws `not_found`. Two statements. */
export async function changeJobs(
  db: Db,
  id: number,
  { tenants, action, due }: JobActions,
  now: Date,
): Promise<Tenant[]> {
  await findAction(db, id)
  assertLockOrder(db, 'jobs')
  return rowsIn(db)<Tenant>`
    with locked as materialized (
      -- In a fixed order, so that two of these never wait for each other.
      select job.tenant_id, job.roll_out_id from roll_out_jobs as job
      where ${action === 'run' ? sql`job.roll_out_id <= ${id}` : sql`job.roll_out_id = ${id}`}
        and job.state not in (${action === 'pause' ? sql`'done', 'reverted'` : sql`'done'`})
        and job.tenant_id in (
          select open.tenant_id from roll_out_jobs as open join tenants as tenant on tenant.id = open.tenant_id
          where open.roll_out_id = ${id} and open.state <> 'done' and tenant.name = any(${[...tenants]}::text[]))
      order by job.tenant_id, job.roll_out_id for update
    ), changed as (
      update roll_out_jobs as job set ${effects(action, due, now)}
      from locked where job.tenant_id = locked.tenant_id and job.roll_out_id = locked.roll_out_id
      returning job.tenant_id
    )
    select id, name from tenants where id in (select tenant_id from changed) order by name`
}

function effects(action: JobActions['action'], due: string | undefined, now: Date): RawBuilder<unknown> {
  if (action === 'pause') return sql`state = 'paused'`
  const dueAt = action === 'run' ? sql`${now}::timestamptz` : sql`${due}::timestamptz`
  return sql`state = 'waiting', due = ${dueAt}, attempts = 0, reverted_at = null, reverted_by = ''`
}

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
