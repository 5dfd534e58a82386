import type { MachineScope } from '@quatrain/contract/kit/machine-scopes.ts'
import { machineNotAuthenticated, notAllowed } from '@quatrain/platform/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import { isInRanges } from '#request/addresses/address-ranges.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { type FailedKeys, failedKeysOf } from './failed-keys.ts'
import { lookupsOf, tokenOf } from './key-tokens.ts'

/** How a key is used. */
export interface KeyUse {
  readonly token: string | undefined
  readonly address: string
  readonly scope: MachineScope
  /** The log is told why a key is refused; the response does not say it. */
  readonly log: Pick<FastifyBaseLogger, 'info'>
}

/** API keys: those of machines that call the console, and those of the console for the Web API. */
export interface ApiKeys {
  /**
   * Returns the name of the key with this token. Throws `not_allowed` for a key that is missing, unknown, revoked, expired,
   * replaced, of another tenant or kind, or limited to other addresses or scopes, and `too_many_attempts` after too many
   * such keys from this network.
   */
  assertOpens(db: Db, use: KeyUse): Promise<string>
  /**
   * The tenant's own key for the Web API. Throws `not_allowed` if it is missing, revoked or expired, `internal` if it
   * cannot be decrypted.
   */
  webApiKey(db: Db, name: string): Promise<string>
}

/** Milliseconds after which the time and address of a key's last use are updated again. */
const usedEvery = 60_000

export function apiKeysOf(secrets: Secrets, now: () => Date, failedKeys: FailedKeys = failedKeysOf(now)): ApiKeys {
  return {
    async assertOpens(db, use) {
      const { token, address, log } = use
      if (!token) throw machineNotAuthenticated()
      const lookups = lookupsOf(secrets, token)
      const key = await findByToken(db, lookups)
      const at = now()
      const reason = key ? refusalOf(key, { ...use, lookups, at }) : 'unknown'
      if (!key || reason !== undefined) {
        log.info({ apiKey: key?.name, address, reason }, 'API key refused')
        failedKeys.count(address)
        throw machineNotAuthenticated()
      }
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
        .select(['tenant_id as tenantId', 'id', 'name', 'used_by', 'token_sealed', 'expires_at'])
        .where('used_by', '=', 'webapi')
        .where('name', '=', name)
        .where('revoked', '=', false)
        .executeTakeFirst()
      if (!key) throw notAllowed(`The key ${name} for the Web API is missing or revoked.`)
      if (key.expires_at && key.expires_at <= now()) throw notAllowed(`The key ${name} for the Web API has expired.`)
      return tokenOf(secrets, key)
    },
  }
}

type FoundKey = NonNullable<Awaited<ReturnType<typeof findByToken>>>

const findByToken = (db: Db, lookups: readonly string[]) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'used_by', 'revoked', 'last_used_at'])
    .select(['expires_at', 'networks', 'scopes', 'token_lookup', 'previous_until'])
    .where((key) => key.or([key('token_lookup', 'in', lookups), key('previous_lookup', 'in', lookups)]))
    .executeTakeFirst()

interface Attempt extends KeyUse {
  readonly lookups: readonly string[]
  readonly at: Date
}

/** Returns why a known key is refused; undefined if it is not. */
function refusalOf(key: FoundKey, { lookups, at, address, scope }: Attempt): string | undefined {
  if (key.used_by !== 'poem') return 'not a key of machines'
  if (key.revoked) return 'revoked'
  if (key.expires_at && key.expires_at <= at) return 'expired'
  const isReplaced = !lookups.includes(key.token_lookup)
  if (isReplaced && !(key.previous_until && key.previous_until > at)) return 'token was replaced'
  if (key.networks.length > 0 && !isInRanges(address, key.networks)) return 'used from another address'
  if (key.scopes.length > 0 && !key.scopes.includes(scope)) return `not for ${scope}`
  return undefined
}
