import type { Deployment } from '@quatrain/contract/kit/deployment.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import { enterLocally, scope } from '@quatrain/platform/database/scope.ts'
import { lockedTransaction } from '@quatrain/platform/database/transactions.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '#request/tables/tables.ts'
import { beginTables, emptyTables, makeAll, undoTables } from '#request/tables/temporary.ts'
import { assertLockOrder, takingWriteLock, takingWriteLockAndAwaitingRollOut, writeLockOf } from './locks.ts'

/** The schema that holds the console's tables. */
export const consoleSchema = 'console'

export type Db = Kysely<Tables>

export interface Tenant {
  readonly id: number
  readonly name: string
  readonly schemaName: string
  readonly deployment: Deployment
  readonly domain: string
  readonly combined: boolean
  readonly combinedFrom: readonly string[]
  readonly useServiceTitle: boolean
  readonly termsUrl: string
  readonly privacyUrl: string
  readonly samlLoginString: string
}

/** All access to the console's tables. A handle sees the rows of exactly one tenant, except `everyTenant`. */
export interface Tenancy {
  /** The tenant of a `Host` header, without the port and a leading `www.` (decision D3). */
  tenantOf(host: string): Promise<Tenant | undefined>
  of(tenant: Tenant): Db
  /** The handle for the few statements that span tenants; a comment justifies each use. */
  readonly everyTenant: Db
  /** Makes this transaction of `everyTenant` see and write only the rows of one tenant from now on. */
  enter(db: Db, tenant: Tenant): Promise<void>
  /** All tenants, the super-tenant first, then by name; cached, so without those that another process has just added. */
  tenants(): Promise<Tenant[]>
  /** A tenant that may be one that another process has just added. */
  tenantWhere(matches: (tenant: Tenant) => boolean): Promise<Tenant | undefined>
  /** Invalidates the cached list after a tenant was added or deleted. */
  forget(): void
}

/** The response if no tenant has the host name, or if the tenant was deleted. */
export const noTenant = () => new AppError('not_found', 'There is no tenant at this address.')

/** Milliseconds for which the list of host names is cached, and after which an unknown host name reads it again. */
const hostsKnownFor = 60_000
const strangersKnownFor = 2_000

/** `process` is the number of this process; without it, other processes cannot detect that it has ended. */
export function tenancyOf(database: Database, now: () => Date, process?: number): Tenancy {
  const everyTenant = database.within<Tables>(spanningScope(process))
  const tenantScope = (tenant: Tenant) => scopeOf(tenant, process)
  const handles = new Map<number, Db>()
  let cachedTenants: { at: number; tenants: Promise<Tenant[]> } | undefined
  const tenants = (age = hostsKnownFor) => {
    const at = now().getTime()
    if (!cachedTenants || at - cachedTenants.at >= age || at < cachedTenants.at) {
      const read = findTenants(everyTenant)
      cachedTenants = { at, tenants: read }
      // A failed query is not cached.
      read.catch(() => {
        cachedTenants = undefined
      })
    }
    return cachedTenants.tenants
  }
  const find = async (matches: (tenant: Tenant) => boolean, unknownFor: number) =>
    (await tenants()).find(matches) ?? (await tenants(unknownFor)).find(matches)
  return {
    everyTenant,
    tenants: () => tenants(),
    forget() {
      cachedTenants = undefined
    },
    tenantOf(host) {
      const domain = domainOf(host)
      return find((tenant) => tenant.domain === domain, strangersKnownFor)
    },
    tenantWhere: (matches) => find(matches, 0),
    of(tenant) {
      const cachedHandle = handles.get(tenant.id)
      if (cachedHandle) return cachedHandle
      const handle = database.within<Tables>(tenantScope(tenant))
      handles.set(tenant.id, handle)
      spanning.set(handle, everyTenant)
      return handle
    },
    async enter(db, tenant) {
      await enterLocally(tenantScope(tenant)).execute(db)
    },
  }
}

/** `www.Nordic.example.org:8080` is `nordic.example.org`. */
export const domainOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')

const processSetting = (process: number | undefined) => ({ 'quatrain.process': String(process ?? '') })

/** The role of statements that see the rows of one tenant. */
const tenantRole = 'quatrain_app'

const scopeOf = ({ id, deployment }: Tenant, process: number | undefined) =>
  scope({
    role: tenantRole,
    schema: consoleSchema,
    settings: { 'quatrain.tenant': String(id), 'quatrain.deployment': deployment, ...processSetting(process) },
  })

/** What a write waits for besides other writes of its tenant. */
export interface Waits {
  /** Also a roll-out that is being planned: its rows depend on the content of metric templates. See `awaitRollOut`. */
  readonly awaitsRollOuts?: boolean | undefined
}

/**
 * Runs `work` in one transaction of a handle of a tenant. It takes the write lock before it reads anything and holds it until it
 * ends. So it judges and records the result of the last write.
 */
export const writeTransaction = <T>(
  db: Db,
  { awaitsRollOuts = false }: Waits,
  work: (db: Db) => Promise<T>,
): Promise<T> =>
  lockedTransaction(db, awaitsRollOuts ? takingWriteLockAndAwaitingRollOut : takingWriteLock, (db) => {
    assertLockOrder(db, 'own tenant')
    if (awaitsRollOuts) assertLockOrder(db, 'metric templates')
    return work(db)
  })

/** The role of the few statements that span tenants. */
export const spanningRole = 'quatrain_spanning'

/**
 * Makes a transaction of the super-tenant see and write the rows of every tenant from now on. It takes the write locks of all tenants in
 * order, and has a table for the changes that effects leave to the recorder.
 */
export const enterEveryTenant = (db: Db): Promise<void> => enterCatalogue(db, Number.POSITIVE_INFINITY)

/** Enters the catalogue like `enterEveryTenant`, but takes the write locks only if there are not more than `most` tenants. */
export async function enterCatalogue(db: Db, most: number): Promise<void> {
  if (most > 0) assertLockOrder(db, 'other tenants')
  const isLocking = most === Number.POSITIVE_INFINITY ? 'true' : `(select count(*) from tenants) <= ${Math.trunc(most)}`
  await makeAll(db, {
    before: `set local role ${spanningRole}`,
    after: `select count(${writeLockOf('id')}) from (select id from tenants where ${isLocking} order by id) as tenant`,
  })
}

const nextPart = 'savepoint part'

/** Begins the first of several writes of a transaction. */
export const beginWrites = (db: Db): Promise<void> => beginTables(db, [nextPart])

const triedWrites = 'savepoint tried'

/** Begins several writes of a transaction that are only tried. */
export const beginTries = (db: Db): Promise<void> => beginTables(db, [triedWrites, nextPart])

/** Undoes all writes that were only tried. */
export const undoTries = (db: Db): Promise<void> => beginTables(db, [`rollback to ${triedWrites}`])

/** Undoes what the present one of several writes of a transaction has done, which can then be tried in another way. */
export const undoWrite = (db: Db): Promise<void> => undoTables(db, ['rollback to savepoint part'])

/**
 * Ends one of several writes of a transaction and begins the next one, which sees only the rows of its tenant, and records only its own
 * changes. The savepoint is released, because statements take longer the more savepoints are open.
 */
export const endWrite = (db: Db): Promise<void> =>
  emptyTables(db, ['release savepoint part', `set local role ${tenantRole}`, nextPart])

const spanning = new WeakMap<Db, Db>()

/**
 * The handle of every tenant on the server that this handle of a tenant reads: for the few reads that span tenants and
 * that a standby can serve.
 */
export function everyTenantBeside(db: Db): Db {
  const handle = spanning.get(db)
  if (!handle) throw new Error('Only a handle of a tenant, outside of transactions, has one of every tenant beside it.')
  return handle
}

/** Every row of every tenant. */
export const spanningScope = (process?: number) =>
  scope({
    role: spanningRole,
    schema: consoleSchema,
    settings: { 'quatrain.tenant': '', 'quatrain.deployment': 'super', ...processSetting(process) },
  })

/** All tenants, uncached, the super-tenant first, then by name. */
export async function findTenants(db: Db): Promise<Tenant[]> {
  const rows = await db.selectFrom('tenants').select(tenantColumns).orderBy('name').execute()
  return rows.map(tenantFrom).sort((a, b) => Number(b.deployment === 'super') - Number(a.deployment === 'super'))
}

/** Named one by one: sessions keep statements, whose results cannot get another column when a newer build migrates. */
export const tenantColumns = [
  'id',
  'name',
  'schema_name',
  'domain_url',
  'combined',
  'combined_from',
  'use_service_title',
  'terms_url',
  'privacy_url',
  'saml_login_string',
] as const

type TenantRow = Pick<Selectable<Tables['tenants']>, (typeof tenantColumns)[number]>

export const tenantFrom = (row: TenantRow): Tenant => ({
  id: row.id,
  name: row.name,
  schemaName: row.schema_name,
  deployment: row.schema_name === 'public' ? 'super' : 'tenant',
  domain: domainOf(row.domain_url),
  combined: row.combined,
  combinedFrom: row.combined_from,
  useServiceTitle: row.use_service_title,
  termsUrl: row.terms_url,
  privacyUrl: row.privacy_url,
  samlLoginString: row.saml_login_string,
})
