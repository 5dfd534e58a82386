import { randomBytes } from 'node:crypto'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { notAuthenticated } from '@quatrain/platform/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import { isInRanges } from '#request/addresses/address-ranges.ts'
import { hashOf } from '#request/sealing/secrets.ts'
import {
  type LoggedInUser,
  loggedInUserOf,
  neverVerified,
  type UserRow,
  userColumns,
} from '#request/sessions/logged-in-user.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { FailedKeys } from './failed-keys.ts'

/** Distinguishes the keys of users from other values of the same header, and lets scanners find them in public files. */
const prefix = 'quk_'

export const newUserToken = (): string => `${prefix}${randomBytes(32).toString('base64url')}`

/** Whether this is the form of the key of a user, valid or not. */
export const isUserToken = (token: string | undefined): token is string => token?.startsWith(prefix) === true

interface KeyUse {
  readonly token: string
  readonly address: string
  /** The log is told why a key is refused; the response does not say it. */
  readonly log: Pick<FastifyBaseLogger, 'info'>
}

/** A key that a request has used. */
export interface UsedKey {
  readonly name: string
  readonly isReadOnly: boolean
}

export interface UserKeys {
  /**
   * The key with this token, and its user with the rights of this moment. Throws `not_authenticated` for a key that is
   * unknown, expired, replaced, of another tenant, of an inactive user, or limited to other addresses, and
   * `too_many_attempts` after too many such keys from this network.
   */
  open(db: Db, use: KeyUse): Promise<{ readonly key: UsedKey; readonly user: LoggedInUser }>
}

/** Milliseconds after which the time and address of a key's last use are updated again. */
const usedEvery = 60_000

export const userKeysOf = (failedKeys: FailedKeys, now: () => Date): UserKeys => ({
  async open(db, { token, address, log }) {
    const hash = hashOf(token)
    const at = now()
    const row = await find(db, hash)
    const reason = row ? refusalOf(row, { hash, at, address }) : 'unknown'
    if (!row || reason !== undefined) {
      log.info({ userKey: row?.name, username: row?.username, address, reason }, 'Key of a user refused')
      failedKeys.count(address)
      throw notAuthenticated()
    }
    if (!row.lastUsedAt || at.getTime() - row.lastUsedAt.getTime() >= usedEvery) {
      const use = db.updateTable('user_keys').set({ last_used_at: at, last_used_by: address })
      await use.where('id', '=', row.keyId).execute()
    }
    return { key: { name: row.name, isReadOnly: row.isReadOnly }, user: loggedInUserOf(row, neverVerified) }
  },
})

interface Row extends UserRow {
  readonly keyId: number
  readonly name: string
  readonly isReadOnly: boolean
  readonly isActive: boolean
  readonly tokenHash: string
  readonly expiresAt: Date | null
  readonly networks: readonly string[]
  readonly previousUntil: Date | null
  readonly lastUsedAt: Date | null
}

const find = (db: Db, hash: string) =>
  firstRowIn(db)<Row>`
    select key.id as "keyId", key.name, key.read_only as "isReadOnly", users.is_active as "isActive",
      key.token_hash as "tokenHash", key.expires_at as "expiresAt", key.networks, key.previous_until as "previousUntil",
      key.last_used_at as "lastUsedAt", ${userColumns}
    from user_keys as key
    join users on users.tenant_id = key.tenant_id and users.id = key.user_id
    where key.token_hash = ${hash} or key.previous_hash = ${hash}`

interface Attempt {
  readonly hash: string
  readonly at: Date
  readonly address: string
}

/** Returns why a known key is refused; undefined if it is not. */
function refusalOf(key: Row, { hash, at, address }: Attempt): string | undefined {
  if (!key.isActive) return 'the user is inactive'
  if (key.expiresAt && key.expiresAt <= at) return 'expired'
  const isReplaced = key.tokenHash !== hash
  if (isReplaced && !(key.previousUntil && key.previousUntil > at)) return 'token was replaced'
  if (key.networks.length > 0 && !isInRanges(address, key.networks)) return 'used from another address'
  return undefined
}
