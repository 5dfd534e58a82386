import { randomBytes } from 'node:crypto'
import { storedToken } from '#request/keys/key-tokens.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Db, Tenant } from '#request/tenancy/tenancy.ts'
import { findTokens, storeTokens } from './api-keys.repository.ts'

/** Gives every key of a tenant a new token that nobody has seen. `db` sees every tenant. */
export async function replaceTokens(db: Db, secrets: Secrets, { id }: Pick<Tenant, 'id'>): Promise<void> {
  const keys = (await findTokens(db)).filter(({ tenantId }) => tenantId === id)
  await storeTokens(
    db,
    keys.map((key) => ({ ...key, ...storedToken(secrets, key, randomBytes(32).toString('base64url')) })),
  )
}
