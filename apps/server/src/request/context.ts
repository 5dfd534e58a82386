import type { Visitor } from '@quatrain/contract/policy.ts'
import { textIn } from '@quatrain/platform/database/failures.ts'
import { sql } from 'kysely'
import type { Recording } from './recording.ts'
import { type Db, enterEveryTenant, noTenant, type Tenant } from './tenancy.ts'
import type { UsedKey } from './user-keys.ts'
import type { WebApi } from './web-api.ts'

/** Options of a write besides its body. */
export interface WriteOptions {
  /** Perform the write, report its effects, and roll back. */
  readonly dryRun?: boolean | undefined
  /** Which objects a dry run returns, if more than the sample is requested. */
  readonly cursor?: string | undefined
  readonly restoredFrom?: number | undefined
  readonly remark?: string | undefined
  /** The row version that the client read, or `*` for any. */
  readonly ifMatch?: string | undefined
  /** The digest of the dry run that the user confirmed, or `*` for any side effects. */
  readonly ifPreviewMatch?: string | undefined
}

/** Where a request comes from. */
export interface Origin {
  readonly requestId: string
  readonly address: string
  /** What the user's browser calls itself. */
  readonly device?: string
  /** The address of the console as that browser sees it. */
  readonly site?: string
}

/** Everything a service may use for one request. `db` is bound to the request's tenant. */
export interface Context {
  readonly visitor: Visitor
  /** Name of the API key that the caller sent; only machines send one. */
  readonly apiKey?: string
  /** The key that the actor's script sent. */
  readonly userKey?: UsedKey
  readonly tenant: Tenant
  readonly db: Db
  readonly webApi: WebApi
  readonly now: () => Date
  /** For logs and the activity log. */
  readonly origin: Origin
  readonly write: WriteOptions
  readonly recording: Recording
  /** Whether this transaction has a table for the changes that effects leave to the recorder. See `collectChanges`. */
  readonly collectsChanges?: boolean
}

/** The user or key, for versions and the activity log. */
export function actorName({ visitor: { actor }, apiKey, userKey }: Context): string {
  if (actor) return userKey ? `key ${userKey.name} of ${actor.username}` : actor.username
  return apiKey === undefined ? '' : `API key ${apiKey}`
}

class RolledBack extends Error {}

/**
 * Whether the error means that the tenant was deleted during its request. Rows of every table refer to their tenant.
 */
function isTenantGone(error: unknown): boolean {
  return textIn(error, 'code') === '23503' && textIn(error, 'constraint')?.endsWith('_tenant_id_fkey') === true
}

/**
 * Runs `work` in one transaction with the tenant's write lock: no other write of the tenant runs at the same time, and
 * it reads the result of the last one. A dry run is rolled back at the end. The context it receives replaces the outer
 * one, so that no query leaves the transaction by accident.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  if (!ctx.write.dryRun) {
    return inWriteTransaction(ctx.db)
      .execute((db) => work({ ...ctx, db }))
      .catch((error: unknown) => Promise.reject(isTenantGone(error) ? noTenant() : error))
  }
  let result: { value: T } | undefined
  try {
    await inWriteTransaction(ctx.db).execute(async (db) => {
      result = { value: await work({ ...ctx, db }) }
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack) || !result) throw error
  }
  if (!result) throw new Error('A dry run ended without a result.')
  return result.value
}

const inWriteTransaction = (db: Db) => db.transaction().setAccessMode('read write')

/**
 * Runs a write of the catalogue that changes objects of the tenants in one transaction, which sees and writes the rows
 * of every tenant. Only requests of the super-tenant may do so.
 */
export function inEveryTenant<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.tenant.deployment !== 'super') throw new Error('Only the super-tenant can change other tenants.')
  return inTransaction(ctx, async (ctx) => {
    await enterEveryTenant(ctx.db)
    return work({ ...ctx, collectsChanges: true })
  })
}

/**
 * Creates a temporary table in this transaction, `pending_changes`, into which effects insert their changes of many
 * objects. `record` reads it, so that the documents never leave the database. A transaction for every tenant has it
 * already.
 */
export async function collectChanges(ctx: Context): Promise<Context> {
  if (!ctx.collectsChanges) await sql`select collect_changes()`.execute(ctx.db)
  return { ...ctx, collectsChanges: true }
}
