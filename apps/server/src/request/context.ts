import type { Visitor } from '@quatrain/contract/policy.ts'
import { sql } from 'kysely'
import type { Recording } from './recording.ts'
import { type Db, enterEveryTenant, noTenant, type Tenant } from './tenancy.ts'
import type { WebApi } from './web-api.ts'

/** The options of a write, besides its body. */
export interface WriteOptions {
  /** Perform the write, return a preview of its effects, and roll back. */
  readonly dryRun?: boolean | undefined
  /** Where a dry run continues its list of affected objects. */
  readonly cursor?: string | undefined
  readonly restoredFrom?: number | undefined
  readonly remark?: string | undefined
  /** The entity tag that the write is based on, or `*` for any. */
  readonly ifMatch?: string | undefined
  /** The preview digest that the user has confirmed, or `*` for any effects. */
  readonly ifPreviewMatch?: string | undefined
}

/** Everything a service may use for one request. `db` is already bound to the request's tenant. */
export interface Context {
  readonly visitor: Visitor
  /** Name of the API key that the caller sent: only machines have one. */
  readonly apiKey?: string
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

/** The user or the API key that a write is recorded for; empty if there is neither. */
export function actorName({ visitor, apiKey }: Context): string {
  return visitor.actor?.username ?? (apiKey === undefined ? '' : `API key ${apiKey}`)
}

class TakenBack extends Error {}

/** Does this say that the tenant was deleted while its request was at work? Every table's rows refer to their tenant. */
function isTenantGone(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23503' && typeof constraint === 'string' && constraint.endsWith('_tenant_id_fkey')
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
