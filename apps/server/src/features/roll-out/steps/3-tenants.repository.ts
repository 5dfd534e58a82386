// Step 3: which tenants the change concerns, and which of them follow in its transaction.
import { problemOfDue } from '@quatrain/contract/kit/roll-out-choice.ts'
import { firstRowIn, valueIn } from '@quatrain/platform/database/rows.ts'
import { invalidInput } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Context, tenantsAtOnce } from '#request/context/context.ts'
import { lockingTemplates, lockingTenants } from '#request/tenancy/locks.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { keepingOnlyChanged } from './1-former-versions.repository.ts'

/** Changed versions that have another name now, with the former one. */
const renamedVersions = sql`
  select former.id, (former.version).name from former_versions as former
  join metric_template_versions as template on template.id = former.id
  where (former.version).name <> template.name`

/** Selects the tenants with metrics of the changed versions, with their former names in metric profiles, or with an open job for them. */
const tenantsOfChanged = sql`
  select metric.tenant_id from former_versions as former
  join metrics as metric on metric.template_version_id = former.id
  union
  select pair.tenant_id from (${renamedVersions}) as renamed
  join metric_profile_instances as pair on pair.metric = renamed.name
  union
  select job.tenant_id from former_versions as former
  join roll_out_versions as kept on kept.version_id = former.id
  join roll_out_jobs as job on job.roll_out_id = kept.roll_out_id
  where job.state <> 'done'`

/**
 * Selects the tenants of the changed versions that have no job of this roll-out. They are looked at one by one: usually all that have such
 * metrics are known, so that nothing is found among many metrics.
 */
export const tenantsOfChangedWithout = (knownTenants: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select tenant.id from tenants as tenant
  cross join lateral (
    select exists (
      select from former_versions as former
      join metrics as metric on metric.template_version_id = former.id where metric.tenant_id = tenant.id
    ) or exists (
      select from (${renamedVersions}) as renamed
      join metric_profile_instances as pair on pair.metric = renamed.name where pair.tenant_id = tenant.id
    ) as is_concerned offset 0
  ) as found
  where tenant.id not in (${knownTenants}) and found.is_concerned`

/** Tenants, of which either all or none were locked. */
export interface Found {
  readonly ids: readonly number[]
  readonly areLocked: boolean
}

/**
 * Finds the tenants that the change concerns, and takes their write locks if they are not more than may follow at once. No other lock:
 * the last step adds the tenants that get such metrics meanwhile. Returns undefined if no version was changed.
 */
export async function findTenants(ctx: Context): Promise<Found | undefined> {
  const row = await firstRowIn(ctx.db)<Counted & { isChanged: boolean }>`
    ${keepingOnlyChanged};
    with concerned as materialized (${tenantsOfChanged})
    select exists (select from former_versions) as "isChanged", ${countingLocked(ctx)}`
  return row?.isChanged ? foundIn(row) : undefined
}

/** Returns the tenants that a delete of these metric templates concerns. */
export async function findTenantsOfTemplates(ctx: Context, templateIds: readonly number[]): Promise<Found> {
  const { rows } = await sql<Counted>`
    with concerned (tenant_id) as materialized (${tenantsOfTemplates(sql`${[...templateIds]}::integer[]`)})
    select ${countingLocked(ctx)}
  `.execute(ctx.db)
  return foundIn(rows[0])
}

/**
 * Returns the ids of the tenants that a delete of these templates concerns, after waiting for saves that add metrics. None is added until
 * the transaction ends.
 */
export async function idsOfTenantsWith(db: Db, templateIds: readonly number[]): Promise<number[]> {
  await lockingTemplates(db).execute(db)
  return valueIn(db)<number[]>`
    select array(${tenantsOfTemplates(sql`${[...templateIds]}::integer[]`)} order by tenant.id) as ids`
}

/** A query of tenants with metrics of templates, or with their names in metric profiles; `ids` is an array in SQL. */
export const tenantsOfTemplates = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select tenant.id from tenants as tenant
  where exists (
      select from metrics as metric where metric.tenant_id = tenant.id and metric.template_id = any(${ids}))
    or exists (
      select from metric_profile_instances as pair where pair.tenant_id = tenant.id
        and pair.metric in (select name from metric_templates where id = any(${ids})))`

interface Counted {
  readonly ids: number[]
  readonly locked: number
}

/** Over `concerned`. */
const countingLocked = (ctx: Context) => sql`
  array(select tenant_id from concerned order by tenant_id) as ids, ${lockingFew(ctx, tenantsAtOnce(ctx))} as locked`

const lockingFew = ({ db }: Context, most: number) =>
  most === 0
    ? sql`0`
    : lockingTenants(
        db,
        sql`select tenant_id from concerned where (select count(*) from concerned) <= ${sql.lit(most)} order by tenant_id`,
      )

const foundIn = ({ ids, locked }: Counted = { ids: [], locked: 0 }): Found => ({
  ids,
  areLocked: locked === ids.length,
})

/** Throws `invalid_input` if the user has chosen another time than a future one. */
export function assertDue({ write: { othersDue }, now }: Context): void {
  const problem = othersDue === undefined ? undefined : problemOfDue(othersDue, now())
  if (problem) throw invalidInput({ others_due: problem })
}

/** Throws `invalid_input` if the user has chosen others than these tenants. One statement for a choice of tenants. */
export async function assertConcerned({ db, write: { tenantsNow } }: Context, ids: readonly number[]): Promise<void> {
  if (!tenantsNow) return
  const { rows } = await sql<{ position: number }>`
    select position::integer - 1 as position from unnest(${[...tenantsNow]}::text[]) with ordinality as chosen (name, position)
    where not exists (
      select from tenants as tenant where tenant.id = any(${[...ids]}::integer[]) and tenant.name = chosen.name)
    order by position
  `.execute(db)
  assertNoneOther(rows.map(({ position }) => position))
}

/** Throws `invalid_input` if the user has chosen tenants for a change that no tenant follows. */
export const assertNoneChosen = ({ write: { tenantsNow = [] } }: Context): void =>
  assertNoneOther([...tenantsNow.keys()])

function assertNoneOther(positions: readonly number[]): void {
  if (positions.length === 0) return
  const fields = positions.map((position) => [`tenants_now.${position}`, 'Must be a tenant that the change concerns'])
  throw invalidInput(Object.fromEntries(fields))
}
