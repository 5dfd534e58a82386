// Jobs of roll-outs: one for each tenant that follows a change of the catalogue later.
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { assertLockOrder, lockTenant } from '#request/tenancy/locks.ts'
import { type Db, type Tenant, tenantColumns, tenantFrom } from '#request/tenancy/tenancy.ts'
import { ownTenant } from './ids.repository.ts'
import type { Step } from './roll-out.ts'

/** The user who changed the catalogue, and the address of the request. */
export interface Cause {
  readonly actor: string
  readonly requestId: string
  readonly address: string
  readonly device: string
}

/** A job with the change that it belongs to. */
export interface Job extends Cause {
  readonly tenantId: number
  readonly rollOut: number
  readonly attempts: number
  /** The metric templates that it deletes; null for the job of a change. */
  readonly deletedTemplates: readonly number[] | null
}

/**
 * Locks a job that is due and is the oldest open one of its tenant, until the transaction ends; undefined if there is none
 * that no other process runs. `db` spans tenants.
 */
export async function lockDue(db: Db, now: Date): Promise<Job | undefined> {
  assertLockOrder(db, 'jobs')
  return firstRowIn(db)<Job>`
    select job.tenant_id as "tenantId", job.roll_out_id as "rollOut", job.attempts, roll_out.actor,
      roll_out.request_id as "requestId", roll_out.address, roll_out.device,
      case when roll_out.is_deletion then array(
        select template_id from deleted_templates where roll_out_id = roll_out.id) end as "deletedTemplates"
    from roll_out_jobs as job
    join roll_outs as roll_out on roll_out.id = job.roll_out_id
    where job.state = 'waiting' and job.due <= ${now}::timestamptz and not exists (
      select from roll_out_jobs as older
      where older.tenant_id = job.tenant_id and older.roll_out_id < job.roll_out_id and older.state <> 'done')
    order by job.due, job.roll_out_id, job.tenant_id limit 1
    for update of job skip locked`
}

/**
 * Takes the write lock of the tenant of a job, and reads the tenant; undefined if an older job of the tenant has been reverted
 * meanwhile.
 */
export async function lockedTenant(db: Db, { tenantId, rollOut }: Job): Promise<Tenant | undefined> {
  await lockTenant(db, { id: tenantId })
  const older = db
    .selectFrom('roll_out_jobs')
    .select('roll_out_id')
    .where('tenant_id', '=', tenantId)
    .where('roll_out_id', '<', rollOut)
    .where('state', '<>', 'done')
  const row = await db
    .selectFrom('tenants')
    .select(tenantColumns)
    .where('id', '=', tenantId)
    .where(({ not, exists }) => not(exists(older)))
    .executeTakeFirst()
  return row && tenantFrom(row)
}

/**
 * Marks a job of this tenant as done, so that the tenant sees what follows; to be called before its metrics are updated.
 */
export async function finish(db: Db, { rollOut }: Job, now: Date): Promise<void> {
  await sql`
    update roll_out_jobs set state = 'done', done_at = ${now}::timestamptz, last_error = '', attempts = attempts + 1
    where tenant_id = current_tenant() and roll_out_id = ${rollOut}
  `.execute(db)
}

/**
 * This roll-out, if the tenant of the session has followed it, and the later ones that it has followed, the oldest first; without
 * deletions, which are not reverted.
 */
export async function followedFrom(db: Db, rollOut: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select roll_out.id from roll_out_jobs as job
    join roll_outs as roll_out on roll_out.id = job.roll_out_id and not roll_out.is_deletion
    where job.tenant_id = current_tenant() and job.state = 'done' and job.roll_out_id >= ${rollOut} order by roll_out.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks a job of this tenant as reverted, so that the tenant sees the former content. */
export async function reopen(
  db: Db,
  { rollOut }: Pick<Job, 'rollOut'>,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<void> {
  await sql`
    update roll_out_jobs set state = 'reverted', reverted_at = ${at}::timestamptz, reverted_by = ${by}, done_at = null, attempts = 0
    where tenant_id = current_tenant() and roll_out_id = ${rollOut}
  `.execute(db)
}

/**
 * The content of versions that a roll-out replaces for the tenant of the session, and the content that the tenant sees afterwards: the
 * former one of its next open job, or the current one.
 */
const contentAround = (rollOut: number) => sql`
  select former.version_id as id, version_before(former) as was, former.probeversion as was_for,
    case when later.version_id is null then template else version_before(later) end as now,
    case when later.version_id is null then probe_version_label(probe, package) else later.probeversion end as now_for
  from roll_out_versions as former
  join metric_template_versions as template on template.id = former.version_id
  left join probe_versions as probe on probe.id = template.probe_version_id
  left join packages as package on package.id = probe.package_id
  left join lateral (
    select later.* from roll_out_jobs as job
    join roll_out_versions as later on later.roll_out_id = job.roll_out_id
    where job.tenant_id = current_tenant() and job.state <> 'done' and later.version_id = former.version_id
      and job.roll_out_id > ${rollOut}
    order by job.roll_out_id limit 1
  ) as later on true
  where former.roll_out_id = ${rollOut}`

/** What a job changes in the tenant of the session. */
export const stepOf = ({ rollOut }: Pick<Job, 'rollOut'>): Step => ({
  rollOut,
  tenants: ownTenant,
  versions: contentAround(rollOut),
})

/** Returns the step that reverts a roll-out. */
export const stepBack = ({ rollOut }: Pick<Job, 'rollOut'>): Step => ({
  rollOut,
  tenants: ownTenant,
  versions: sql`
    select id, now as was, now_for as was_for, was as now, was_for as now_for from (${contentAround(rollOut)}) as content`,
})

/** Stores why a job failed. It is tried again at `due`, or not by itself without it. `db` spans tenants. */
export async function fail(
  db: Db,
  { tenantId, rollOut }: Pick<Job, 'tenantId' | 'rollOut'>,
  { reason, due }: { readonly reason: string; readonly due: Date | undefined },
): Promise<void> {
  await sql`
    update roll_out_jobs set last_error = ${reason}, attempts = attempts + 1,
      state = ${due ? 'waiting' : 'refused'}, due = coalesce(${due ?? null}::timestamptz, due)
    where tenant_id = ${tenantId} and roll_out_id = ${rollOut} and state = 'waiting'
  `.execute(db)
}
