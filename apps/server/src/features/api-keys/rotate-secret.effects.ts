// Re-encrypts the stored tokens of all tenants after the server's secret was replaced.
import { apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import { recordEvents } from '#kit/recording/recorder.ts'
import { type Context, inEveryTenant } from '#request/context.ts'
import { isStoredNow, openToken, type StoredToken, storedToken, type TokenOwner } from '#request/key-tokens.ts'
import type { Secrets } from '#request/secrets.ts'
import type { Db } from '#request/tenancy.ts'

/** The numbers of re-encrypted keys, of their tenants, and of unchanged keys. */
export interface Rotation {
  readonly resealed: number
  readonly tenants: number
  readonly unchanged: number
}

/**
 * Re-encrypts the token of every key with the current secret, in one transaction, and adds a row to the activity log of
 * its tenant for each key. `ctx` is the super-tenant's. Throws `internal`, which names the keys, if a token cannot be
 * decrypted with any accepted secret, or if two keys of one tenant have the same token; then nothing is written.
 */
export function rotateSecret(ctx: Context, secrets: Secrets): Promise<Rotation> {
  return inEveryTenant(ctx, async (ctx) => {
    const keys = (await findStored(ctx.db)).map((key) => ({ ...key, token: openToken(secrets, key) }))
    assertNone(
      'neither QUATRAIN_SECRET nor QUATRAIN_SECRET_PREVIOUS opens the tokens of these keys',
      keys.filter(({ token }) => token === undefined),
    )
    assertNone('keys of one tenant have the same token', withSameToken(keys))
    const stale = keys.flatMap(({ token, ...key }) =>
      token === undefined || isStoredNow(secrets, key, token) ? [] : [{ ...key, ...storedToken(secrets, key, token) }],
    )
    await store(ctx.db, stale)
    await recordEvents(
      ctx,
      stale.map(({ tenantId, id, name }) => ({ action: 'reseal', kind: apiKeys.kind, tenantId, id, name })),
    )
    const tenants = new Set(stale.map(({ tenantId }) => tenantId)).size
    return { resealed: stale.length, tenants, unchanged: keys.length - stale.length }
  })
}

type StoredKey = TokenOwner & StoredToken & { readonly name: string; readonly tenant: string }

/** The keys of every tenant, revoked ones too. */
const findStored = (db: Db): Promise<StoredKey[]> =>
  db
    .selectFrom('api_keys as key')
    .innerJoin('tenants as tenant', 'tenant.id', 'key.tenant_id')
    .select(['key.tenant_id as tenantId', 'tenant.name as tenant', 'key.id', 'key.name', 'key.used_by'])
    .select(['key.token_lookup', 'key.token_sealed'])
    .orderBy('tenant.name')
    .orderBy('key.name')
    .orderBy('key.id')
    .execute()

async function store(db: Db, keys: readonly StoredKey[]): Promise<void> {
  await sql`
    update api_keys as key set token_lookup = given.token_lookup, token_sealed = given.token_sealed
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as given ("tenantId" integer, id integer, token_lookup text, token_sealed text)
    where key.tenant_id = given."tenantId" and key.id = given.id
  `.execute(db)
}

/** Each secret has hashes of its own, so two processes that do not accept each other's could store a token twice. */
const withSameToken = <Key extends { readonly tenantId: number; readonly token: string | undefined }>(
  keys: readonly Key[],
): Key[] =>
  [...Map.groupBy(keys, ({ tenantId, token }) => `${tenantId} ${token}`).values()]
    .filter((same) => same.length > 1)
    .flat()

const mostNamed = 20

function assertNone(why: string, keys: readonly StoredKey[]): void {
  if (keys.length === 0) return
  const named = keys.slice(0, mostNamed).map(({ tenant, name, used_by }) => `${name} (${used_by}) of ${tenant}`)
  const more = keys.length > mostNamed ? [`${keys.length - mostNamed} more`] : []
  const which = [...named, ...more].join(', ')
  throw new AppError('internal', `Nothing was changed: ${why}: ${which}.`)
}
