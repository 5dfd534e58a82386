// Step 4: the roll-out with a job for each tenant that it concerns. Those that follow in the transaction are done.
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { actorName, type Context } from '#request/context/context.ts'
import type { ConcernedTenants } from '../roll-out.ts'
import type { Found } from './3-tenants.repository.ts'

/** Columns of `roll_outs` besides `is_deletion`, and their values. */
const columns = sql`at, request_id, actor, address, device, chosen, others_due`
const valuesOf = (ctx: Context) => {
  const { now, origin, write } = ctx
  const { tenantsNow = null, othersDue = null } = write
  return sql`${now()}::timestamptz, ${origin.requestId}::text, ${actorName(ctx)}::text, ${origin.address}::text,
    ${origin.device ?? ''}::text, ${tenantsNow && [...tenantsNow]}::text[], ${othersDue}::timestamptz`
}

/**
 * Adds the jobs of a roll-out; one of a delete that is done is open again. `rollOut` is a row of `roll_outs`, `tenants` a query of `tenant_id`
 * and `is_now`. If the user has chosen tenants, the others follow at the chosen time, or not by themselves.
 */
const addingJobs = (rollOut: RawBuilder<unknown>, tenants: RawBuilder<unknown>) => sql`
  insert into roll_out_jobs (tenant_id, roll_out_id, due, state, done_at)
  select tenant.id, roll_out.id,
    case when is_chosen then roll_out.at else coalesce(roll_out.others_due, roll_out.at) end,
    case when concerned.is_now then 'done' when is_chosen or roll_out.others_due is not null then 'waiting' else 'paused' end,
    case when concerned.is_now then roll_out.at end
  from (${rollOut}) as roll_out
  cross join (${tenants}) as concerned (tenant_id, is_now)
  join tenants as tenant on tenant.id = concerned.tenant_id
  cross join lateral (select roll_out.chosen is null or tenant.name = any(roll_out.chosen) as is_chosen) as choice
  on conflict (tenant_id, roll_out_id) do update set state = 'waiting', done_at = null where roll_out_jobs.state = 'done'`

/** Adds the jobs of tenants that follow later; `id` is a number of ours, so that it can be a part of the statement. */
export const addingLateJobs = (id: number, tenants: RawBuilder<unknown>): RawBuilder<unknown> =>
  addingJobs(
    sql`select * from roll_outs where id = ${sql.lit(id)}`,
    sql`select late.id, false from (${tenants}) as late (id)`,
  )

/** The roll-out of a change. */
export interface StoredRollOut extends ConcernedTenants {
  /** Undefined if nothing is stored: in a dry run, and while no tenant is concerned. */
  readonly id: number | undefined
}

/**
 * Decides which of the found tenants follow in this transaction: all whose write locks it holds, but none with an open job. Stores the
 * former content of the changed versions and the jobs; nothing in a dry run. One statement.
 */
export async function storeRollOut(ctx: Context, { ids, areLocked }: Found): Promise<StoredRollOut> {
  const { dryRun = false } = ctx.write
  const { rows } = await sql<ConcernedTenants & { id: number | null }>`
    with concerned as materialized (
      select tenant_id, ${areLocked}::boolean and not exists (
        select from roll_out_jobs as job where job.tenant_id = found.tenant_id and job.state <> 'done') as is_now
      from unnest(${[...ids]}::integer[]) as found (tenant_id)
    ), stored as (
      insert into roll_outs (${columns})
      select ${valuesOf(ctx)} where not ${dryRun}::boolean and exists (select from concerned) returning *
    ), kept as (
      insert into roll_out_versions (roll_out_id, version_id, template_id, is_current, probe_version_id, probeversion, docurl,
        package_id, package_name, package_version, name, mtype, tags, description, parent, probeexecutable, config, attribute,
        dependency, flags, parameter)
      select stored.id, former.id, (version).template_id, is_current, (version).probe_version_id, probeversion, docurl, package_id,
        package_name, package_version, (version).name, (version).mtype, (version).tags, (version).description, (version).parent,
        (version).probeexecutable, (version).config, (version).attribute, (version).dependency, (version).flags,
        (version).parameter
      from stored cross join former_versions as former
    ), jobs as (${addingJobs(sql`select * from stored`, sql`select tenant_id, is_now from concerned`)})
    select (select id from stored) as id, array(select tenant_id from concerned where is_now) as now,
      array(select tenant_id from concerned where not is_now) as later
  `.execute(ctx.db)
  const [{ id, now, later } = { id: null, now: [], later: [] }] = rows
  return { id: id ?? undefined, now, later }
}

/** The roll-out of a delete of these templates, which it marks. Returns its id. One statement. */
export async function storeDeletion(
  ctx: Context,
  templateIds: readonly number[],
  tenants: readonly number[],
): Promise<number> {
  const stored = await firstRowIn(ctx.db)<{ id: number }>`
    with stored as (
      insert into roll_outs (${columns}, is_deletion) select ${valuesOf(ctx)}, true returning *
    ), marked as (
      insert into deleted_templates (template_id, roll_out_id, name)
      select template.id, stored.id, template.name
      from stored cross join metric_templates as template where template.id = any(${[...templateIds]}::integer[])
    ), jobs as (${addingJobs(sql`select * from stored`, sql`select unnest(${[...tenants]}::integer[]), false`)})
    select id from stored`
  if (!stored) throw new Error('A deletion that is stored has an id.')
  return stored.id
}
