import { scope } from '@quatrain/platform/database/scope.ts'
import { lockedTransaction } from '@quatrain/platform/database/transactions.ts'
import { type Generated, type GeneratedAlways, type JSONColumnType, type Kysely, sql } from 'kysely'

/** The schema of the Web API's tables. */
export const schema = 'webapi'

/** The role of requests. */
export const role = 'quatrain_webapi'
export const tenantSetting = 'webapi.tenant'

/** The role of a key; `admin` and `editor` have the same permissions on profiles. */
export const keyRoles = ['admin', 'editor', 'viewer'] as const
export type KeyRole = (typeof keyRoles)[number]

/** The tables of typed queries. Each dated kind names its own tables. */
export interface Tables {
  tenants: { id: GeneratedAlways<number>; name: string; created_at: Generated<Date> }
  tokens: { hash: string; tenant: number }
  keys: {
    tenant_id: Generated<number>
    name: string
    role: KeyRole
    hash: string
    created_at: Generated<Date>
    revoked_at: Date | null
  }
  administrators: { name: string; hash: string; created_at: Generated<Date>; revoked_at: Date | null }
  metric_tags: { position: number; name: string; tags: JSONColumnType<string[]> }
}

export type Db = Kysely<Tables>

/** Sees the rows of one tenant. */
export const scopeOf = (tenant: number) => scope({ role, schema, settings: { [tenantSetting]: String(tenant) } })

/** Takes the write lock of the tenant whose rows are visible, and holds it until the transaction ends. */
const takingWriteLock = `select pg_advisory_xact_lock(hashtext('writes of the Web API'), current_setting('${tenantSetting}')::integer)`

/**
 * Runs `work` in one transaction with the tenant's write lock, taken before anything is read: it judges by the result
 * of the last write.
 */
export const inWriteTransaction = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  lockedTransaction(db, takingWriteLock, work)

/** Waits for the tenant's write lock, which is held until the transaction ends; for work that prepares a write before. */
export const lockWrites = (db: Db) => sql.raw(takingWriteLock).execute(db)

/** Makes a transaction see the rows of this tenant, which feeds the one that it began with. */
export const enterTenantToRead = (db: Db, tenant: number) =>
  sql`select set_config(${tenantSetting}, ${String(tenant)}, true)`.execute(db)

/** From here on, an operator's transaction sees and writes the rows of this tenant, and holds its write lock. */
export async function enterTenant(db: Db, tenant: number): Promise<void> {
  await enterTenantToRead(db, tenant)
  await lockWrites(db)
}

/** The scope before the key is checked: it sees no tenant's rows. */
export const scopeOfNobody = scope({ role, schema, settings: { [tenantSetting]: '' } })

/** The owner of the tables, for operators; row security applies to it too until it enters a tenant. */
export const scopeOfOperator = scope({ schema, settings: { [tenantSetting]: '' } })
