import type { Caller } from '@quatrain/contract/kit/policy.ts'
import { textIn } from '@quatrain/platform/database/failures.ts'
import { type RawBuilder, sql } from 'kysely'
import type { UsedKey } from '#request/keys/user-keys.ts'
import { makeRecorded } from '#request/tables/temporary.ts'
import type { Standby } from '#request/tenancy/standby.ts'
import {
  type Db,
  enterCatalogue,
  enterEveryTenant,
  noTenant,
  type Tenant,
  type Waits,
  writeTransaction,
} from '#request/tenancy/tenancy.ts'
import type { Recording } from './recording.ts'
import type { WebApi } from './web-api.ts'

/** Options of a write besides its body. */
export interface WriteOptions {
  /** Perform the write, report its effects, and roll back. */
  readonly dryRun?: boolean | undefined
  /** Nobody reads the warnings of its response, so that they are not looked up. */
  readonly withoutWarnings?: boolean | undefined
  /** The objects that a dry run returns, if more than the sample is requested. */
  readonly cursor?: string | undefined
  /** The number of the version that is restored. */
  readonly restoredFrom?: number | undefined
  /** The id of the deleted object that an add restores. */
  readonly restoredObject?: number | undefined
  readonly remark?: string | undefined
  /** Whether a superuser goes past the rule that such objects are changed by change requests only. */
  readonly pastRule?: boolean | undefined
  /** The largest number of tenants that a change of the catalogue may change in its own transaction; by default all. */
  readonly tenantsAtOnce?: number | undefined
  /** The tenants that follow a change of the catalogue as soon as possible; all, if it is undefined. */
  readonly tenantsNow?: readonly string[] | undefined
  /** When the others follow; they are paused if it is undefined. */
  readonly othersDue?: string | undefined
  /** The row version that the client read, or `*` for any. */
  readonly ifMatch?: string | undefined
  /** The digest of the dry run that the user confirmed, or `*` for any side effects. */
  readonly ifPreviewMatch?: string | undefined
}

/** The address and the device that a request comes from. */
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
  readonly caller: Caller
  /** Whether the caller is the operator of the installation. */
  readonly isOperator?: boolean
  /** Name of the API key that the caller sent; only machines send one. */
  readonly apiKey?: string
  /** The key that the user's script sent. */
  readonly userKey?: UsedKey
  readonly tenant: Tenant
  readonly db: Db
  /** The standby for reads that can be repeated there; absent without one. */
  readonly standby?: Standby
  readonly webApi: WebApi
  readonly now: () => Date
  /** The origin for logs and the activity log. */
  readonly origin: Origin
  readonly write: WriteOptions
  readonly recording: Recording
}

/** Whether the write has changed nothing, so that nothing of it is stored. */
export const isUnchanged = ({ recording: { unchanged, hasMore = false } }: Context): boolean =>
  unchanged !== undefined && !hasMore

/** All tenants for contexts that do not say: operators wait. None if the user has chosen which tenants follow now. */
export const tenantsAtOnce = ({ write: { tenantsNow, tenantsAtOnce = 2 ** 31 - 1 } }: Context): number =>
  tenantsNow ? 0 : tenantsAtOnce

/** The user or key, for versions and the activity log. */
export function actorName({ caller: { user }, apiKey, userKey }: Context): string {
  if (user) return userKey ? `key ${userKey.name} of ${user.username}` : user.username
  return apiKey === undefined ? '' : `API key ${apiKey}`
}

/** A user of the super-tenant in the rows of another tenant, which may have a user of the same name. No username has a blank. */
export const ofSuperTenant = (name: string): string => `${name} (super-tenant)`

/** The user or key for a row of this tenant. */
export function actorNameAt(ctx: Context, tenantId: number): string {
  const isAtHome = ctx.tenant.deployment === 'super' && ctx.tenant.id === tenantId
  return isOfSuperTenant(ctx) && !isAtHome ? ofSuperTenant(actorName(ctx)) : actorName(ctx)
}

/** Returns the name of the user for a statement with rows of several tenants. */
export function actorAt(ctx: Context, tenantId: RawBuilder<unknown>): RawBuilder<string> {
  const [own, nameElsewhere] = [actorNameAt(ctx, ctx.tenant.id), actorNameAt(ctx, 0)]
  return own === nameElsewhere
    ? sql`${own}`
    : sql`case when ${tenantId} = ${ctx.tenant.id} then ${own} else ${nameElsewhere} end`
}

/** Operators are no users of any tenant. */
const isOfSuperTenant = ({ caller, isOperator = false }: Context): boolean =>
  caller.deployment === 'super' && caller.user !== undefined && !isOperator

class RolledBack extends Error {}

/**
 * Whether the error means that the tenant was deleted during its request. Rows of every table refer to their tenant.
 */
function isTenantGone(error: unknown): boolean {
  return textIn(error, 'code') === '23503' && textIn(error, 'constraint')?.endsWith('_tenant_id_fkey') === true
}

/**
 * Runs `work` in one transaction with the tenant's write lock: no other write of the tenant runs at the same time, and
 * it reads the result of the last one. A dry run, and a write that changes nothing, is rolled back at the end. The context it receives replaces the outer
 * one, so that no query leaves the transaction by accident. Inside of a transaction, `work` is a part of it.
 */
export async function inTransaction<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
  waits: Waits = {},
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx)
  const { unchanged } = ctx.recording
  let result: { value: T } | undefined
  try {
    return await writeTransaction(ctx.db, waits, async (db) => {
      result = { value: await work({ ...ctx, db }) }
      if (ctx.write.dryRun || (isUnchanged(ctx) && ctx.recording.unchanged !== unchanged)) throw new RolledBack()
      return result.value
    })
  } catch (error) {
    if (error instanceof RolledBack && result) return result.value
    throw isTenantGone(error) ? noTenant() : error
  }
}

/**
 * Runs a write of the catalogue that changes objects of the tenants in one transaction, which sees and writes the rows
 * of every tenant and holds all write locks. Only requests of the super-tenant may do so.
 */
export const inEveryTenant = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  spanning(ctx, enterEveryTenant, work)

/**
 * Runs a write that changes other tenants only by a roll-out, which locks those that it changes at once. With few tenants, the transaction
 * holds all write locks from its beginning.
 */
export const inCatalogue = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  spanning(ctx, (db) => enterCatalogue(db, tenantsAtOnce(ctx)), work)

/** The same for a write that changes no other tenant: it takes no other write lock. */
export const inCatalogueOnly = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> =>
  spanning(ctx, (db) => enterCatalogue(db, 0), work)

function spanning<T>(ctx: Context, enter: (db: Db) => Promise<void>, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.tenant.deployment !== 'super') throw new Error('Only the super-tenant can change other tenants.')
  return inTransaction(ctx, async (ctx) => {
    await enter(ctx.db)
    return work(ctx)
  })
}

/**
 * Makes the temporary tables of this transaction into which effects insert their changes of many
 * objects. `record` reads it, so that the documents never leave the database. A transaction for every tenant has it
 * already.
 */
export async function collectChanges(ctx: Context): Promise<Context> {
  await makeRecorded(ctx.db)
  return ctx
}
