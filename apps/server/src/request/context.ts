import type { Visitor } from '@quatrain/contract/policy.ts'
import { textIn } from '@quatrain/platform/database/failures.ts'
import { sql } from 'kysely'
import type { Recording } from './recording.ts'
import { type Db, enterEveryTenant, noTenant, type Tenant } from './tenancy.ts'
import type { WebApi } from './web-api.ts'

/** How a write is meant, beside its body. */
export interface WriteOptions {
  /** Do everything, tell what it did, and take it back. */
  readonly dryRun?: boolean | undefined
  /** Which objects a dry run tells, where it is asked for more. */
  readonly cursor?: string | undefined
  readonly restoredFrom?: number | undefined
  readonly remark?: string | undefined
  /** The row version the visitor last saw, or `*` for whatever is there. */
  readonly ifMatch?: string | undefined
  /** The digest of the dry run the visitor agreed to, or `*` for whatever the write touches. */
  readonly ifPreviewMatch?: string | undefined
}

/** Everything a service may use for one request. `db` is already bound to the request's tenant. */
export interface Context {
  readonly visitor: Visitor
  readonly tenant: Tenant
  readonly db: Db
  readonly webApi: WebApi
  readonly now: () => Date
  /** For logs and the activity log. */
  readonly origin: { readonly requestId: string; readonly address: string }
  readonly write: WriteOptions
  readonly recording: Recording
  /** Does this transaction have a table for changes that effects leave to the recorder? See `collectChanges`. */
  readonly collectsChanges?: boolean
}

/** Who did it, for the activity log. */
export const actorName = ({ visitor }: Context): string => visitor.actor?.username ?? ''

class TakenBack extends Error {}

/** Does this say that the tenant was deleted while its request was at work? Every table's rows refer to their tenant. */
function isTenantGone(error: unknown): boolean {
  return textIn(error, 'code') === '23503' && textIn(error, 'constraint')?.endsWith('_tenant_id_fkey') === true
}

/**
 * Runs `work` in one transaction, in the tenant's turn: no other write of the tenant happens beside it, and what it reads
 * is as the last one left it. In a dry run everything it did is taken back at the end. The context it receives stands in
 * for the outer one, so that a query cannot slip out of the transaction by accident.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  if (!ctx.write.dryRun) {
    return inTurn(ctx.db)
      .execute((db) => work({ ...ctx, db }))
      .catch((error: unknown) => Promise.reject(isTenantGone(error) ? noTenant() : error))
  }
  let result: { value: T } | undefined
  try {
    await inTurn(ctx.db).execute(async (db) => {
      result = { value: await work({ ...ctx, db }) }
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack) || !result) throw error
  }
  if (!result) throw new Error('A dry run ended without a result.')
  return result.value
}

const inTurn = (db: Db) => db.transaction().setAccessMode('read write')

/**
 * The same for a write of the shared catalogue that changes what tenants have: all in one transaction, which sees and
 * writes the rows of every tenant. Only the super-tenant's requests may do so.
 */
export function inEveryTenant<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.tenant.deployment !== 'super') throw new Error('Only the super-tenant reaches into other tenants.')
  return inTransaction(ctx, async (ctx) => {
    await enterEveryTenant(ctx.db)
    return work({ ...ctx, collectsChanges: true })
  })
}

/**
 * Makes a table in this transaction, `pending_changes`, into which effects put what they change in many objects at once.
 * `record` takes it from there, so that the documents never leave the database. In a transaction for every tenant there
 * is one already.
 */
export async function collectChanges(ctx: Context): Promise<Context> {
  if (!ctx.collectsChanges) await sql`select collect_changes()`.execute(ctx.db)
  return { ...ctx, collectsChanges: true }
}
