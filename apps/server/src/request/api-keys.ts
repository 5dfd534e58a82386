import { notAllowed } from '@quatrain/platform/errors.ts'
import { failedKeysOf } from './failed-keys.ts'
import { lookupsOf, tokenOf } from './key-tokens.ts'
import type { Secrets } from './secrets.ts'
import type { Db } from './tenancy.ts'

/** API keys: those of machines that call the console, and those of the console for the Web API. */
export interface ApiKeys {
  /**
   * Returns the name of the key with this token. Throws `not_allowed` for a key that is missing, unknown, revoked, of another tenant or of another kind, and
   * `too_many_attempts` after too many such keys from this network.
   */
  assertOpens(db: Db, token: string | undefined, address: string): Promise<string>
  /**
   * The tenant's own key for the Web API. Throws `not_allowed` if it is missing or revoked, `internal` if it cannot be
   * decrypted.
   */
  webApiKey(db: Db, name: string): Promise<string>
}

/** Milliseconds after which the time and address of a key's last use are updated again. */
const usedEvery = 60_000

export function apiKeysOf(secrets: Secrets, now: () => Date): ApiKeys {
  const failedKeys = failedKeysOf(now)
  return {
    async assertOpens(db, token, address) {
      if (!token) throw noCredentials()
      const key = await db
        .selectFrom('api_keys')
        .select(['id', 'name', 'last_used_at'])
        .where('token_lookup', 'in', lookupsOf(secrets, token))
        .where('used_by', '=', 'poem')
        .where('revoked', '=', false)
        .executeTakeFirst()
      if (!key) {
        failedKeys.count(address)
        throw noCredentials()
      }
      const at = now()
      if (key.last_used_at && at.getTime() - key.last_used_at.getTime() < usedEvery) return key.name
      await db
        .updateTable('api_keys')
        .set({ last_used_at: at, last_used_by: address })
        .where('id', '=', key.id)
        .execute()
      return key.name
    },
    async webApiKey(db, name) {
      const key = await db
        .selectFrom('api_keys')
        .select(['tenant_id as tenantId', 'id', 'name', 'used_by', 'token_sealed'])
        .where('used_by', '=', 'webapi')
        .where('name', '=', name)
        .where('revoked', '=', false)
        .executeTakeFirst()
      if (!key) throw notAllowed(`The key ${name} for the Web API is missing or revoked.`)
      return tokenOf(secrets, key)
    },
  }
}

/** The machine API responds with 403, never 401: its clients expect that. */
const noCredentials = () => notAllowed('Authentication credentials were not provided.')
