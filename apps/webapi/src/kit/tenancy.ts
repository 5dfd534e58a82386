import { scope } from '@quatrain/platform/database/scope.ts'
import { type Generated, type GeneratedAlways, type JSONColumnType, type Kysely, sql } from 'kysely'

/** The schema that holds the tables of the Web API. */
export const schema = 'webapi'

/** What requests run as. */
export const role = 'quatrain_webapi'
const tenantSetting = 'webapi.tenant'

/** What a key's holder may do; `admin` and `editor` are alike to the profiles. */
export const keyRoles = ['admin', 'editor', 'viewer'] as const
export type KeyRole = (typeof keyRoles)[number]

/** The tables that a typed query names. Those of dated kinds are named by their kind. */
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
export const scopeOf = (tenant: number) =>
  scope({ role, schema, settings: { [tenantSetting]: String(tenant) }, turn: `select ${turnOf(tenant)}` })

/** A lock that those who write a tenant's rows take first, and hold until their transaction ends. */
const turnOf = (tenant: number) => `pg_advisory_xact_lock(hashtext('writes of the Web API'), ${tenant})`

/**
 * Runs `work` in one transaction, which waits for the tenant's other writers before it reads anything: what it judges by
 * is never older than the last write before it.
 */
export const inTurn = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction().setAccessMode('read write').execute(work)

/** The rest of an operator's transaction sees and writes the rows of this tenant, and has its turn. */
export const enterTenant = (db: Db, tenant: number) =>
  sql`select set_config(${tenantSetting}, ${String(tenant)}, true), ${sql.raw(turnOf(tenant))}`.execute(db)

/** While nobody knows yet who asks: sees no tenant's rows. */
export const scopeOfNobody = scope({ role, schema, settings: { [tenantSetting]: '' } })

/** The owner of the tables, for operators; it stands before the tenants' wall too until it enters one. */
export const scopeOfOperator = scope({ schema, settings: { [tenantSetting]: '' } })
