import type { ApiKey, KeyKind } from '@quatrain/contract/resources/api-key.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#request/context.ts'
import type { Db } from '#request/tenancy.ts'

/** A key with what only the server needs to know of it. */
export type StoredKey = ApiKey & { readonly tenantId: number; readonly rowVersion: number }

type Row = Omit<StoredKey, 'created' | 'last_used_at'> & { readonly created: Date; readonly last_used_at: Date | null }

/** By id, or by the name in addresses. */
export type Which = ({ readonly id: number } | { readonly key: string }) & { readonly used_by?: KeyKind }

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
      key.tenant_id as "tenantId", owner.name as tenant, key.row_version as "rowVersion",
      case when row_number() over (partition by key.name order by key.revoked, key.created desc, key.id desc) = 1
        then key.name else key.name || '~' || key.id end as key
    from api_keys as key join tenants as owner on owner.id = key.tenant_id
    where ${visibleTo(ctx)}
  ) as key`

const fromRow = (row: Row): StoredKey => ({
  ...row,
  created: row.created.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/** By name whatever the case, live ones before revoked ones of the same name. */
export async function findAll(everyTenant: Db, ctx: Context): Promise<StoredKey[]> {
  const { rows } = await sql<Row>`
    ${keys(ctx)} order by lower(name), name, revoked, created desc, id desc`.execute(everyTenant)
  return rows.map(fromRow)
}

/** Throws `not_found`, also for keys of other tenants. */
export async function find(everyTenant: Db, ctx: Context, which: Which): Promise<StoredKey> {
  const is = 'id' in which ? sql`id = ${which.id}::integer` : sql`key = ${which.key}::text`
  const ofKind = which.used_by === undefined ? sql`true` : sql`used_by = ${which.used_by}::text`
  const { rows } = await sql<Row>`${keys(ctx)} where ${is} and ${ofKind}`.execute(everyTenant)
  const [row] = rows
  if (!row) throw missing()
  return fromRow(row)
}

/** Locks the key for a change. `db` is that of its own tenant. */
export async function lock(db: Db, { id }: Pick<StoredKey, 'id'>) {
  const key = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'used_by', 'revoked', 'row_version as rowVersion', 'token_sealed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!key) throw missing()
  return key
}

export const remove = (db: Db, { id }: Pick<StoredKey, 'id'>) =>
  db.deleteFrom('api_keys').where('id', '=', id).execute()

export const missing = () => new AppError('not_found', 'API key not found')
