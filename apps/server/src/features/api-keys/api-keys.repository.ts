import type { ApiKey, ApiKeyDocument, KeyKind } from '@quatrain/contract/resources/api-key.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { AppError, invalidInput, staleVersion } from '@quatrain/platform/errors.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Change } from '#kit/recording/changes.ts'
import type { Context } from '#request/context/context.ts'
import type { StoredToken, TokenOwner } from '#request/keys/key-tokens.ts'
import type { Tables } from '#request/tables/tables.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** A key with its tenant and row version. */
export type StoredKey = ApiKey & { readonly tenantId: number; readonly rowVersion: number }

type Times = 'expires' | 'rotated' | 'previous_until' | 'last_used_at'

type Row = Omit<StoredKey, 'created' | Times> & { readonly created: Date } & { readonly [T in Times]: Date | null }

/** A key by its id and the name of its tenant, or by its name in addresses. */
export type Which = ({ readonly id: number; readonly tenant?: string | undefined } | { readonly key: string }) & {
  readonly used_by?: KeyKind
}

/**
 * The keys that are visible to the caller: a tenant's own; with the read-only keys of the tenants that feed it; on the
 * super-tenant also all keys for the Web API. `db` sees every tenant, so this condition is the only restriction.
 */
function visibleTo({ tenant }: Context): RawBuilder<unknown> {
  if (tenant.deployment === 'super') return sql`(key.tenant_id = ${tenant.id} or key.used_by = 'webapi')`
  const feeding = tenant.combined ? tenant.combinedFrom : []
  return sql`(key.tenant_id = ${tenant.id} or (key.used_by = 'webapi' and owner.name = any(${[...feeding]}::text[])
    and key.name = 'WEB-API-' || owner.name || '-RO'))`
}

/**
 * The name of a revoked key can be reused: the active key has it in addresses, else the latest; others append their id.
 */
const keys = (ctx: Context) => sql`
  select * from (
    select key.id, key.name, key.used_by, key.revoked, key.created, key.last_used_at, key.last_used_by,
      key.expires_at as expires, key.networks, key.scopes, key.rotated_at as rotated, key.previous_until,
      key.tenant_id as "tenantId", owner.name as tenant, key.row_version as "rowVersion",
      case when row_number() over (partition by key.name order by key.revoked, key.created desc, key.id desc) = 1
        then key.name else key.name || '~' || key.id end as key
    from api_keys as key join tenants as owner on owner.id = key.tenant_id
    where ${visibleTo(ctx)}
  ) as key`

const fromRow = (row: Row): StoredKey => ({
  ...row,
  created: row.created.toISOString(),
  last_used_at: isoOf(row.last_used_at),
  ...timesOf(row),
})

const isoOf = (time: Date | null): string | null => time?.toISOString() ?? null

const timesOf = ({ expires, rotated, previous_until }: Pick<Row, Exclude<Times, 'last_used_at'>>) => ({
  expires: isoOf(expires),
  rotated: isoOf(rotated),
  previous_until: isoOf(previous_until),
})

const locked = (db: Db) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'used_by', 'revoked', 'networks', 'scopes', 'row_version as rowVersion'])
    .select(['expires_at as expires', 'rotated_at as rotated', 'previous_until', 'token_sealed', 'token_lookup'])
    .forUpdate()

/** Returns all keys by name without regard to case, live keys before revoked keys of the same name. */
export async function findAll(everyTenant: Db, ctx: Context): Promise<StoredKey[]> {
  const { rows } = await sql<Row>`
    ${keys(ctx)} order by lower(name), name, revoked, created desc, id desc`.execute(everyTenant)
  return rows.map(fromRow)
}

/**
 * Throws `not_found`, also for keys that the tenant may not see. An id without a tenant is that of the caller's own key, if it has
 * one. Throws `invalid_input` if keys of several other tenants have the id.
 */
export async function find(everyTenant: Db, ctx: Context, criteria: Which): Promise<StoredKey> {
  const is = 'id' in criteria ? sql`id = ${criteria.id}::integer` : sql`key = ${criteria.key}::text`
  const ofKind = criteria.used_by === undefined ? sql`true` : sql`used_by = ${criteria.used_by}::text`
  const tenant = 'id' in criteria ? criteria.tenant : undefined
  const ofTenant = tenant === undefined ? sql`true` : sql`tenant = ${tenant}::text`
  const { rows } = await sql<Row>`${keys(ctx)} where ${is} and ${ofKind} and ${ofTenant}`.execute(everyTenant)
  const row = rows.find(({ tenantId }) => tenantId === ctx.tenant.id) ?? rows[0]
  if (!row) throw apiKeyNotFound()
  if (row.tenantId !== ctx.tenant.id && rows.length > 1) {
    throw invalidInput({ tenant: 'Keys of several tenants have this id: name the tenant' })
  }
  return fromRow(row)
}

/** Locks the key until the transaction ends. `db` is that of the key's tenant. Throws `not_found`. */
export async function lock(db: Db, { id }: Pick<StoredKey, 'id'>) {
  const key = await locked(db).where('id', '=', id).executeTakeFirst()
  if (!key) throw apiKeyNotFound()
  return { ...key, ...timesOf(key) }
}

export const remove = (db: Db, { id }: Pick<StoredKey, 'id'>) =>
  db.deleteFrom('api_keys').where('id', '=', id).execute()

export const apiKeyNotFound = () => new AppError('not_found', 'API key not found')

export async function insert(
  db: Db,
  rows: readonly Insertable<Tables['api_keys']>[],
): Promise<{ readonly id: number }> {
  return db.insertInto('api_keys').values(rows).returning('id').executeTakeFirstOrThrow().catch(explain)
}

/** Stores whether the key is revoked, and its limits. */
export const update = (db: Db, id: number, { revoked, expires, networks, scopes }: ApiKeyDocument) =>
  db
    .updateTable('api_keys')
    .set((key) => ({
      revoked,
      expires_at: expires,
      networks: [...networks],
      scopes: [...scopes],
      row_version: key('row_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()

interface Revocation extends Pick<Change, 'kind' | 'id' | 'name' | 'before' | 'after' | 'rowVersion'> {
  readonly tenantId: number
  readonly comment: string | undefined
}

/**
 * Revokes keys of any tenants in one statement, and adds them to the pending changes of the transaction. Throws `stale_version` unless all
 * have these row versions.
 */
export async function revoke(db: Db, keys: readonly Revocation[]): Promise<void> {
  const { rows } = await sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(keys)}::json) as given (
        "tenantId" integer, kind text, id integer, name text, before json, after json, "rowVersion" integer, comment text)
    ), revoked as (
      update api_keys as key set revoked = true, row_version = key.row_version + 1 from given
      where key.tenant_id = given."tenantId" and key.id = given.id and key.row_version = given."rowVersion"
      returning key.id
    ), collected as (
      insert into pending_changes (step, tenant_id, kind, object_id, name, before, after, row_version, comment, is_version)
      select 0, "tenantId", kind, id, name, before, after, "rowVersion", comment, true from given
    )
    select id from revoked`.execute(db)
  if (rows.length !== keys.length) throw staleVersion('One of the API keys')
}

/** Replaces the token; the present one is accepted until `previous_until`. Throws `already_exists`. */
export const replaceToken = (
  db: Db,
  { id, token_lookup }: { readonly id: number; readonly token_lookup: string },
  { rotated, previous_until }: Pick<ApiKeyDocument, 'rotated' | 'previous_until'>,
  token: StoredToken,
) =>
  db
    .updateTable('api_keys')
    .set((key) => ({
      ...token,
      rotated_at: rotated,
      previous_until,
      previous_lookup: previous_until === null ? null : token_lookup,
      row_version: key('row_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
    .catch(explain)

/** The key of this name that is not revoked, locked until the transaction ends. */
export async function lockLive(db: Db, { name, kind }: { readonly name: string; readonly kind: KeyKind }) {
  const key = await locked(db)
    .where('name', '=', name)
    .where('used_by', '=', kind)
    .where('revoked', '=', false)
    .executeTakeFirst()
  return key && { ...key, ...timesOf(key) }
}

/** Whether a key has, or had before its last rotation, a token with one of these hashes. */
export async function hasToken(db: Db, lookups: readonly string[]): Promise<boolean> {
  if (lookups.length === 0) return false
  const key = await db
    .selectFrom('api_keys')
    .select('id')
    .where((key) => key.or([key('token_lookup', 'in', lookups), key('previous_lookup', 'in', lookups)]))
    .executeTakeFirst()
  return key !== undefined
}

export type KeyWithToken = TokenOwner & StoredToken & { readonly name: string; readonly tenant: string }

/** The keys of every tenant, revoked ones too. */
export const findTokens = (db: Db): Promise<KeyWithToken[]> =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('tenants as tenant', 'tenant.id', 'key.tenant_id')
    .select(['key.tenant_id as tenantId', 'tenant.name as tenant', 'key.id', 'key.name', 'key.used_by'])
    .select(['key.token_lookup', 'key.token_sealed'])
    .orderBy('tenant.name')
    .orderBy('key.name')
    .orderBy('key.id')
    .execute()

export async function storeTokens(db: Db, keys: readonly KeyWithToken[]): Promise<void> {
  await sql`
    update api_keys as key set token_lookup = given.token_lookup, token_sealed = given.token_sealed
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as given ("tenantId" integer, id integer, token_lookup text, token_sealed text)
    where key.tenant_id = given."tenantId" and key.id = given.id
  `.execute(db)
}

export const tokenTaken = () =>
  new AppError('already_exists', 'API key with this token already exists', { fields: { token: 'Already exists' } })

const explain = explaining({
  api_keys_live_name: () =>
    new AppError('already_exists', 'API key with this name already exists', { fields: { name: 'Already exists' } }),
  api_keys_token_key: tokenTaken,
})
