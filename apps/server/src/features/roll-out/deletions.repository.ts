// Deletions of metric templates that many tenants use: the templates are marked, and a job of each tenant removes its metrics.
import { metrics } from '@quatrain/contract/resources/metric.ts'
import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { metricTemplates } from '@quatrain/contract/resources/metric-template.ts'
import { sql } from 'kysely'
import { actorName, type Context, tenantsAtOnce } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'
import type { Cause } from './jobs.repository.ts'
import { removedMetrics } from './profiles.repository.ts'

/**
 * Determines the tenants that a deletion of these templates concerns, and takes their write locks if all of them follow in this
 * transaction. Returns the number of tenants that follow later.
 */
export async function planTenants(ctx: Context, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ later: number }>`
    select plan_deletion(${[...ids]}::integer[], ${tenantsAtOnce(ctx)}, ${ctx.write.dryRun ?? false}) as later
  `.execute(ctx.db)
  return rows[0]?.later ?? 0
}

/** After `planTenants`: marks the templates, and stores a job for each tenant. Returns the id of the roll-out. */
export async function store(ctx: Context, ids: readonly number[]): Promise<number> {
  const { now, origin, write } = ctx
  const { tenantsNow = null, othersDue = null } = write
  const { rows } = await sql<{ id: number }>`
    select store_deletion(${[...ids]}::integer[], ${now()}::timestamptz, ${origin.requestId}, ${actorName(ctx)},
      ${origin.address}, ${origin.device ?? ''}, ${tenantsNow && [...tenantsNow]}::text[], ${othersDue}::timestamptz) as id
  `.execute(ctx.db)
  const [stored] = rows
  if (!stored) throw new Error('A deletion that is stored has an id.')
  return stored.id
}

const tenantsLater = sql`select tenant_id from rolled_out_tenants where not is_now`

/**
 * Counts the metrics that are removed later, the metric profiles that change then, and the templates, which are removed last, for
 * the recorder.
 */
export const countLater = ({ db, tenant }: Context, ids: readonly number[]) =>
  sql`
  with removed as materialized (${removedMetrics(ids, tenantsLater)})
  insert into later_changes (tenant_id, kind, action, count)
  select tenant_id, ${metrics.kind}, 'delete', count(*) from metrics
  where template_id = any(${[...ids]}::integer[]) group by tenant_id
  union all
  select pair.tenant_id, ${metricProfiles.kind}, 'change', count(distinct pair.profile_id)
  from removed join metric_profile_instances as pair on pair.tenant_id = removed.tenant_id and pair.metric = removed.metric
  group by pair.tenant_id
  union all
  select ${tenant.id}, ${metricTemplates.kind}, 'delete', ${ids.length}
`.execute(db)

/** A deletion that every tenant has followed, but whose templates are still there. */
export interface FollowedDeletion extends Cause {
  readonly rollOut: number
}

/** `db` spans tenants. */
export async function findFollowedDeletions(db: Db): Promise<FollowedDeletion[]> {
  const { rows } = await sql<FollowedDeletion>`
    select roll_out.id as "rollOut", roll_out.actor, roll_out.request_id as "requestId", roll_out.address, roll_out.device
    from roll_outs as roll_out
    where roll_out.id in (
        select deleted.roll_out_id from deleted_templates as deleted
        join metric_templates as template on template.id = deleted.template_id)
      and not exists (
        select from roll_out_jobs as job where job.roll_out_id = roll_out.id and job.state <> 'done')
    order by roll_out.id
  `.execute(db)
  return rows
}

/**
 * The names of the templates of a deletion that can leave the catalogue now: none if a tenant has a metric of them, which then has
 * a job. No metric of them is added until the transaction ends. Two statements; to be called in a transaction of the catalogue.
 */
export async function findRemovable(db: Db, rollOut: number): Promise<string[]> {
  const { rows: reopened } = await sql<{ tenants: number }>`
    select reopen_deletion(roll_out) as tenants from roll_outs as roll_out where roll_out.id = ${rollOut}`.execute(db)
  if (reopened[0]?.tenants !== 0) return []
  const { rows } = await sql<{ name: string }>`
    select template.name from deleted_templates as deleted
    join metric_templates as template on template.id = deleted.template_id
    where deleted.roll_out_id = ${rollOut} order by template.name`.execute(db)
  return rows.map(({ name }) => name)
}
