import { randomBytes } from 'node:crypto'
import type { Row, TenantTarget } from '@quatrain/platform/backup/fill-tenant.ts'
import type { TenantSource } from '@quatrain/platform/backup/tenant-file.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { sql } from 'kysely'
import { hashOf } from '#kit/callers.ts'
import { type Db, scopeOfOperator, type Tables } from '#kit/tenancy.ts'
import { webApiStore } from './backed-up-store.ts'

const operatorIn = (transaction: Database): Db => transaction.within<Tables>(scopeOfOperator)

/** Tables with numbers of other tenants. */
const feedTables = ['data_feeds', 'data_feed_permissions']

/** The tenant's part of a file, and the names of the tenants that its rows refer to, by number. Undefined without such a tenant. */
export async function sourceOfTenant(
  transaction: Database,
  name: string,
): Promise<{ readonly source: TenantSource; readonly feeding: Readonly<Record<string, string>> } | undefined> {
  const operator = operatorIn(transaction)
  const tenant = await operator.selectFrom('tenants').select('id').where('name', '=', name).executeTakeFirst()
  if (!tenant) return undefined
  const db = transaction.within<unknown>(webApiStore.reading(tenant.id))
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from tenants where id = any(array(
      select unnest(tenants) from data_feeds where tenant_id = ${tenant.id}
      union select unnest(tenants) from data_feed_permissions where tenant_id = ${tenant.id}))`.execute(db)
  return {
    source: { store: webApiStore, db, tenant: tenant.id },
    feeding: Object.fromEntries(rows.map(({ id, name }) => [id, name])),
  }
}

export interface NewTenant {
  readonly name: string
  /** The name of the tenant in the file. */
  readonly from: string
  /** Identifies the import. */
  readonly import: string
  /** The result of `sourceOfTenant`. */
  readonly feeding: Readonly<Record<string, string>>
  /** Whether the console has stored its part of an import. */
  readonly isComplete: (importId: string) => Promise<boolean>
}

/**
 * Adds a tenant that a file is about to fill. Data of the same name that an interrupted import has left is removed before. Returns
 * why that is impossible, if it is.
 */
export async function beginImport(
  transaction: Database,
  newTenant: NewTenant,
): Promise<TenantTarget | readonly string[]> {
  const operator = operatorIn(transaction)
  const existingTenants = await operator.selectFrom('tenants').select(['id', 'name']).execute()
  const existingTenant = existingTenants.find(({ name }) => name === newTenant.name)
  if (existingTenant) {
    const { rows } = await sql<{ import: string }>`
      select import from tenant_imports where tenant = ${existingTenant.id}`.execute(operator)
    const [row] = rows
    if (!row || (await newTenant.isComplete(row.import))) return [`The Web API has a tenant ${newTenant.name} already.`]
    await operator.deleteFrom('tenants').where('id', '=', existingTenant.id).execute()
  }
  const missingTenants = Object.values(newTenant.feeding).filter(
    (name) => name !== newTenant.from && !existingTenants.some((existing) => existing.name === name),
  )
  if (missingTenants.length > 0)
    return missingTenants.map((name) => `The Web API has no tenant ${name}, which feeds this one.`)
  const { id: tenant } = await operator
    .insertInto('tenants')
    .values({ name: newTenant.name })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into tenant_imports (tenant, import) values (${tenant}, ${newTenant.import})`.execute(operator)
  const numbers = new Map(
    Object.entries(newTenant.feeding).map(([number, name]) => [
      number,
      name === newTenant.from ? tenant : existingTenants.find((existing) => existing.name === name)?.id,
    ]),
  )
  return {
    name: webApiStore.name,
    schema: webApiStore.schema,
    db: transaction.within<unknown>(webApiStore.reading(tenant)),
    owner: transaction.within<unknown>(webApiStore.reading(tenant)),
    tenant,
    rewrite: async (table, rows) => {
      if (table === 'keys') return withoutTokens(operator, tenant, rows)
      return feedTables.includes(table)
        ? rows.map((row) => ({ ...row, tenants: renumbered(row.tenants, numbers) }))
        : rows
    },
  }
}

/** Gives these keys new hashes of which nobody knows a token. */
async function withoutTokens(operator: Db, tenant: number, rows: readonly Row[]): Promise<Row[]> {
  const keys = rows.map((row) => ({ ...row, hash: hashOf(randomBytes(32).toString('base64url')) }))
  await operator
    .insertInto('tokens')
    .values(keys.map(({ hash }) => ({ hash, tenant })))
    .execute()
  return keys
}

/** An array of PostgreSQL such as {1,2}. */
const renumbered = (
  array: string | null | undefined,
  numbers: ReadonlyMap<string, number | undefined>,
): string | null => array?.replaceAll(/\d+/g, (number) => String(numbers.get(number))) ?? null

/** Ends an import: it is complete from now on, and is not removed any more. */
export async function endImport(database: Database, importId: string): Promise<void> {
  await sql`delete from tenant_imports where import = ${importId}`.execute(operatorIn(database))
}
