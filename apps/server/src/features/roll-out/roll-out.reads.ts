// What other features ask about roll-outs.
import type { TenantUse } from '@quatrain/contract/resources/tenant-use.ts'
import { rowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Words } from '#kit/recording/describe-change.ts'
import { keyValueWords, tagWords } from '#kit/recording/list-words.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/**
 * Is called after metrics were renamed in some tenants. Throws `already_exists` if one of these has another metric of the new name.
 * `versions` is a query of versions with their content before and now, `tenants` one of ids of tenants. One statement.
 */
export async function assertNamesFree(
  db: Db,
  versions: RawBuilder<unknown>,
  tenants: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct tenant.name
    from (${versions}) as version
    join metrics as metric on metric.template_version_id = version.id
    join tenants as tenant on tenant.id = metric.tenant_id
    where (version.was).name <> (version.now).name and metric.tenant_id in (${tenants}) and exists (
      select from metrics_with_content as other
      where other.tenant_id = metric.tenant_id and other.id <> metric.id and other.name = (version.now).name)
    order by tenant.name
  `.execute(db)
  if (rows.length > 0) throw nameTakenIn(rows.map(({ name }) => name))
}

/** The error if tenants have another metric of the new name of a template. */
export function nameTakenIn(tenants: readonly string[]): AppError {
  const detail = `A metric of this name, made from another metric template, is there already in: ${tenants.join(', ')}.`
  return new AppError('already_exists', detail, { fields: { name: 'Already exists in a tenant' } })
}

export interface JobCounts {
  readonly waiting: number
  readonly deferred: number
  readonly paused: number
  readonly refused: number
  readonly reverted: number
  readonly done: number
  /** Seconds since the oldest job that is due, or has failed since, should have run. */
  readonly oldest: number
}

/** Seconds until a job that has failed once is tried again. */
const firstPause = 5

/** Milliseconds until a failed job is tried again: twice as long after each attempt, at most an hour. */
export const pauseAfter = (attempts: number): number => Math.min(firstPause * 1000 * 2 ** attempts, 3_600_000)

/** The jobs of roll-outs with a job that is not done. `db` spans tenants. */
export async function countJobs(db: Db, now: Date): Promise<JobCounts> {
  const isDue = sql`due <= ${now}::timestamptz`
  // Each failure has moved the time by its pause; those of an hour do not matter any more.
  const firstDue = sql`due - make_interval(secs => ${firstPause}::integer * (2 ^ least(attempts, 10) - 1))`
  return rowIn(db)<JobCounts>`
    select (count(*) filter (where state = 'waiting' and ${isDue}))::integer as waiting,
      (count(*) filter (where state = 'waiting' and not ${isDue}))::integer as deferred,
      (count(*) filter (where state = 'paused'))::integer as paused,
      (count(*) filter (where state = 'refused'))::integer as refused,
      (count(*) filter (where state = 'reverted'))::integer as reverted,
      (count(*) filter (where state = 'done'))::integer as done,
      greatest(extract(epoch from ${now}::timestamptz - min(${firstDue}) filter (where state = 'waiting')), 0)::float8 as oldest
    from roll_out_jobs where roll_out_id in (select roll_out_id from roll_out_jobs where state <> 'done')`
}

/**
 * The tenants with metrics that match `condition`, with the numbers of metrics and of their metric profiles. The
 * condition can use the columns of `metric`, among them those of its template version. `db` sees the tenants that the user may see. One statement.
 */
export const tenantsUsing = (db: Db, condition: RawBuilder<unknown>) =>
  rowsIn(db)<TenantUse>`
    with used as materialized (
      select metric.tenant_id, metric.name
      from metrics_with_content as metric
      where ${condition}
    ), named as materialized (
      -- Few of millions of metrics are in metric profiles, and only these are sorted.
      select tenant_id, name from used where name in (select metric from metric_profile_instances)
    )
    select tenant.name, counted.metrics, coalesce(held.profiles, 0) as profiles
    from tenants as tenant
    join (select tenant_id, count(*)::integer as metrics from used group by tenant_id) as counted
      on counted.tenant_id = tenant.id
    left join (
      select pair.tenant_id, count(distinct pair.profile_id)::integer as profiles
      from metric_profile_instances as pair
      join named on named.tenant_id = pair.tenant_id and named.name = pair.metric
      group by pair.tenant_id
    ) as held on held.tenant_id = tenant.id
    order by tenant.name`

/** The wording of list changes in the comments of versions, for the server and the database. */
const wordsOf = (dependencies: 'dependency' | 'dependancy'): Words => ({
  tags: tagWords,
  config: keyValueWords('config'),
  attribute: keyValueWords('attribute'),
  [dependencies]: keyValueWords(dependencies),
  flags: keyValueWords('flags'),
  parameter: keyValueWords('parameter'),
})

export const templateWords = wordsOf('dependency')

export const metricWords = wordsOf('dependancy')
