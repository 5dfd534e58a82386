import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import type { TenantOverview } from '@quatrain/contract/resources/tenant.ts'
import { fromDatabase } from '@quatrain/platform/database/failures.ts'
import { rowIn, rowNamesIn } from '@quatrain/platform/database/rows.ts'
import { AppError, notFound } from '@quatrain/platform/errors.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '#request/tables/tables.ts'
import { assertLockOrder, lockTenant } from '#request/tenancy/locks.ts'
import { type Db, type Tenant, tenantColumns, tenantFrom } from '#request/tenancy/tenancy.ts'

/** `createdOn` is a day, `YYYY-MM-DD`. Throws `already_exists` for a name or host name that is taken. */
export async function insert(
  db: Db,
  { createdOn, ...values }: Insertable<Tables['tenants']> & { readonly createdOn: string },
): Promise<Tenant> {
  const row = await db
    .insertInto('tenants')
    .values({ ...values, created_on: sql`${createdOn}::date` })
    .returning(tenantColumns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => Promise.reject(explain(error, values)))
  return tenantFrom(row)
}

function explain(error: unknown, { name, domain_url }: { readonly name: string; readonly domain_url: string }) {
  const tenantExists = (description: string) => () =>
    new AppError('already_exists', `There is already a tenant ${description}.`)
  return fromDatabase(error, {
    tenants_name_key: tenantExists(name),
    tenants_schema_name_key: tenantExists(`named like ${name}`),
    tenants_domain_url_key: tenantExists(`at ${domain_url}`),
  })
}

/** A tenant with the numbers of its objects, and with fields for the server only. */
export type StoredOverview = TenantOverview & { readonly id: number; readonly rowVersion: number }

/** All tenants by name, with what they have. `db` has to see every tenant's rows. One statement. */
export const overviews = (db: Db): Promise<StoredOverview[]> => selectOverviews(db, sql`true`)

/** One of them; blanks in its name may be written as underscores. Throws `not_found`. */
export async function overview(db: Db, name: string): Promise<StoredOverview> {
  const overviews = await selectOverviews(db, isNamed(name))
  const tenant = overviews.find((tenant) => tenant.name === name) ?? overviews[0]
  if (!tenant) throw tenantNotFound()
  return tenant
}

const tenantNotFound = () => notFound('Tenant')

const isNamed = (name: string) => sql<boolean>`${name} in (tenant.name, replace(tenant.name, ' ', '_'))`

async function selectOverviews(db: Db, where: RawBuilder<unknown>): Promise<StoredOverview[]> {
  const { rows } = await sql<StoredOverview>`
    select tenant.name, tenant.schema_name, tenant.domain_url, to_char(tenant.created_on, 'YYYY-MM-DD') as created_on,
      coalesce(counted.metrics, 0) as nr_metrics, coalesce(counted.probes, 0) as nr_probes, tenant.combined,
      tenant.combined_from, tenant.id, tenant.row_version as "rowVersion"
    from tenants as tenant
    left join (
      select tenant_id, sum(metrics)::integer as metrics, count(nullif(probe_version_id, 0))::integer as probes
      from metric_counts where metrics > 0 group by tenant_id
      union all
      select shared.id, count(*)::integer, count(distinct version.probe_version_id)::integer
      from metric_templates as template
      join metric_template_versions as version on version.id = template.current_version_id
      join tenants as shared on shared.schema_name = 'public'
      group by shared.id
    ) as counted on counted.tenant_id = tenant.id
    where ${where}
    order by lower(tenant.name), tenant.name
  `.execute(db)
  return rows.map(({ combined_from, ...tenant }) => (tenant.combined ? { ...tenant, combined_from } : tenant))
}

/**
 * Takes the write lock of the tenant, and waits for its job of a roll-out before, as jobs do. Throws `not_found`. To be called before
 * its row is locked, to which its own writes refer.
 */
export async function lockNamed(db: Db, name: string): Promise<void> {
  const row = await rowIn(db, tenantNotFound)<Pick<Tenant, 'id'>>`
    select id from tenants as tenant where ${isNamed(name)} order by tenant.name = ${name} desc limit 1`
  assertLockOrder(db, 'jobs')
  await sql`select from roll_out_jobs where tenant_id = ${row.id} order by roll_out_id for update`.execute(db)
  await lockTenant(db, row)
}

/** Locks the tenant until the transaction ends. Throws `not_found`. */
export async function findForUpdate(db: Db, name: string): Promise<Tenant & { readonly rowVersion: number }> {
  const row = await rowIn(db, tenantNotFound)<Selectable<Tables['tenants']>>`
    select row_version, ${sql.join(tenantColumns.map((column) => sql.ref(column)))}
    from tenants as tenant where ${isNamed(name)} order by tenant.name = ${name} desc limit 1 for update`
  return { ...tenantFrom(row), rowVersion: row.row_version }
}

/** Stores which tenants feed this one, and increments the row version. */
export const updateFeeding = (db: Db, { id, combined, combinedFrom }: Tenant) =>
  db
    .updateTable('tenants')
    .set((eb) => ({ combined, combined_from: [...combinedFrom], row_version: eb('row_version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** The numbers of objects that are deleted with a tenant, by kind. */
export interface Belongings {
  readonly metrics: number
  readonly metricProfiles: number
  readonly users: number
  readonly groups: number
  readonly apiKeys: number
}

export async function belongings(db: Db, { id }: Tenant): Promise<Belongings> {
  const count = (table: keyof Tables) =>
    sql`(select count(*)::integer from ${sql.table(table)} where tenant_id = ${id})`
  return rowIn(db)<Belongings>`
    select ${count('metrics')} as metrics, ${count('metric_profiles')} as "metricProfiles", ${count('users')} as users,
      ${count('groups')} as groups, ${count('api_keys')} as "apiKeys"`
}

/** The combined tenants that this one feeds. */
export const fedBy = (db: Db, { name }: Tenant) =>
  rowNamesIn(db)`
    select name from tenants where ${name} = any(combined_from) order by name`

/** One group of each kind, for the tenant that the transaction has entered. */
export const insertGroups = (db: Db, name: string) =>
  db
    .insertInto('groups')
    .values(groupKinds.map((kind) => ({ kind, name })))
    .returning(['id', 'kind', 'name'])
    .execute()

export const insertUser = (db: Db, values: Insertable<Tables['users']>): Promise<{ readonly id: number }> =>
  db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()

/** The user whose name differs from this one only in capital letters. */
export async function findUserInOtherCase(db: Db, username: string): Promise<string | undefined> {
  const { rows } = await sql<{ username: string }>`
    select username from users where lower(username) = lower(${username}) and username <> ${username}
  `.execute(db)
  return rows[0]?.username
}

/** Removes the tenant with everything except its versions and its activity log. */
export async function remove(db: Db, { id }: Tenant): Promise<void> {
  // The parts refer to each other, and are removed in an order that a restored database does not keep.
  await sql`set constraints all deferred`.execute(db)
  const { numDeletedRows } = await db.deleteFrom('tenants').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw tenantNotFound()
  await sql`set constraints all immediate`.execute(db)
}
