// How tokens of API keys are stored: hashed for look-up, and encrypted to be shown again.
import type { KeyKind } from '@quatrain/contract/resources/api-key.ts'
import { sql } from 'kysely'
import { sealedColumn } from '#request/sealing/sealed-column.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** The key that owns an encrypted token, which cannot be decrypted for another tenant, kind or key. */
export interface TokenOwner {
  readonly tenantId: number
  readonly id: number
  readonly used_by: KeyKind
}

/** A token as stored. */
export interface StoredToken {
  readonly token_lookup: string
  readonly token_sealed: string
}

const tokens = sealedColumn<TokenOwner>('api_keys.token_sealed', ({ tenantId, id, used_by }) => [tenantId, id, used_by])

/** The columns of a key with this token. */
export const storedToken = (secrets: Secrets, owner: TokenOwner, token: string): StoredToken => ({
  token_lookup: secrets.fingerprint(token),
  token_sealed: tokens.seal(secrets, owner, token),
})

interface NewKey {
  readonly used_by: KeyKind
  readonly token: string
}

/**
 * Rows of new keys of a tenant. Their ids are assigned already, because the encryption of a token is bound to the id.
 */
export async function newKeyRows<Key extends NewKey>(db: Db, secrets: Secrets, tenantId: number, keys: readonly Key[]) {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('api_keys', 'id'))::integer as id from generate_series(1, ${keys.length}::integer)
  `.execute(db)
  return keys.map(({ token, ...key }, index) => {
    const id = rows[index]?.id
    if (id === undefined) throw new Error('There are fewer ids than keys.')
    return { ...key, id, ...storedToken(secrets, { tenantId, id, used_by: key.used_by }, token) }
  })
}

/**
 * The possible values of `token_lookup` for a token: the one of the previous secret is accepted until the secret was
 * rotated.
 */
export const lookupsOf = ({ accepted }: Secrets, token: string): string[] =>
  accepted.map(({ fingerprint }) => fingerprint(token))

/** Whether the token is stored with the current secret and owner. */
export const isStoredNow = (secrets: Secrets, key: TokenOwner & StoredToken, token: string): boolean =>
  key.token_lookup === secrets.fingerprint(token) && tokens.isSealedNow(secrets, key, key.token_sealed)

/** The token of a key; undefined if it was encrypted with another secret or for another key. */
export const openToken = (secrets: Secrets, key: TokenOwner & Pick<StoredToken, 'token_sealed'>): string | undefined =>
  tokens.open(secrets, key, key.token_sealed)

/** The token of a key. Throws `internal` if it was encrypted with another secret or for another key. */
export const tokenOf = (
  secrets: Secrets,
  key: TokenOwner & Pick<StoredToken, 'token_sealed'> & { readonly name: string },
): string => tokens.opened(secrets, key, key.token_sealed, `The token of the API key ${key.name}`)
