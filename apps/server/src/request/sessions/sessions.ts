import { randomBytes } from 'node:crypto'
import { firstRowIn, rowsIn } from '@quatrain/platform/database/rows.ts'
import { hashOf } from '#request/sealing/secrets.ts'
import type { Db, Tenant } from '#request/tenancy/tenancy.ts'
import { type LoggedInUser, loggedInUserOf, type UserRow, userColumns } from './logged-in-user.ts'

export interface SessionLimits {
  /** Milliseconds of inactivity after which a session ends. */
  readonly idle: number
  /** Milliseconds after which a session ends in any case. */
  readonly absolute: number
}

/** Sessions of users, stored in the database, so that any server process can serve any of them. */
export interface Sessions {
  /**
   * Undefined if the cookie belongs to no session of this tenant. Extends the session unless the caller only checks
   * whether it exists.
   */
  find(tenant: Tenant, db: Db, token: string, isUse?: boolean): Promise<LoggedInUser | undefined>
  /** Ends the session of `previous`, if any, and starts another. Returns the value of the cookie. */
  start(tenant: Tenant, db: Db, userId: number, previous: string | undefined, start?: SessionStart): Promise<string>
  end(tenant: Tenant, db: Db, token: string): Promise<void>
  /** The user of the session has proved again who they are. */
  verify(tenant: Tenant, db: Db, token: string): Promise<void>
  /** The user has set up a second factor. Call `forget` after the transaction. */
  admitAllOf(db: Db, userId: number): Promise<void>
  /** Ends the sessions of a user, without that of `except`. Call `forget` after the transaction. Returns their number. */
  endAllOf(db: Db, userId: number, except?: string): Promise<number>
  /** The sessions of a user that have not expired, the last used first; `current` is the token of the request. */
  listOf(db: Db, userId: number, current: string | undefined): Promise<StoredSession[]>
  /** Ends one session of a user. Call `forget` after the transaction. Returns whether there was one. */
  endOneOf(db: Db, userId: number, id: number): Promise<boolean>
  /** Ends these sessions. Call `forget` after the transaction. Returns the user of each. */
  endThese(db: Db, ids: readonly number[]): Promise<{ readonly id: number; readonly username: string }[]>
  /** Reads the sessions of this tenant again: users or their sessions have changed. */
  forget(tenant: Tenant): void
}

export interface StoredSession extends SessionOrigin {
  readonly id: number
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly isCurrent: boolean
}

/** The address and the device with which a session is used. */
export interface SessionOrigin {
  readonly address: string
  /** What the browser calls itself. */
  readonly device: string
}

interface SessionStart extends SessionOrigin {
  /** When the user proved who they are, if it was before now. */
  readonly verifiedAt?: Date | undefined
  /** Whether a second factor is required that the user does not have. */
  readonly needsFactor?: boolean | undefined
}

/** Milliseconds for which a session is cached, so that a page with many requests reads it once. */
const cachedForMs = 1_000
/** Milliseconds after which the time of the last request is updated again. */
const seenEvery = 60_000
const maxCached = 10_000

export function sessionsOf(now: () => Date, limits: SessionLimits): Sessions {
  const cached = new Map<string, { at: number; loggedInUser: LoggedInUser }>()
  /** The number of sessions that have ended: a session that was read while one ended is not cached. */
  let ended = 0
  const keyOf = (tenant: Tenant, token: string) => `${tenant.id}:${hashOf(token)}`
  return {
    async find(tenant, db, token, isUse = true) {
      const at = now().getTime()
      const key = keyOf(tenant, token)
      const cachedSession = cached.get(key)
      if (cachedSession && at >= cachedSession.at && at - cachedSession.at < cachedForMs)
        return cachedSession.loggedInUser
      cached.delete(key)
      const endedBefore = ended
      const session = await read(db, hashOf(token), now(), limits)
      if (!session) return undefined
      if (isUse && at - session.lastSeenAt.getTime() >= seenEvery) await touch(db, hashOf(token), now())
      if (cached.size >= maxCached) cached.clear()
      // A mere check does not extend the session: the next request still has to.
      if (isUse && ended === endedBefore) cached.set(key, { at, loggedInUser: session.loggedInUser })
      return session.loggedInUser
    },
    async start(tenant, db, userId, previous, start = { address: '', device: '' }) {
      const { address, device, verifiedAt, needsFactor = false } = start
      const token = randomBytes(32).toString('base64url')
      const at = now()
      if (previous) await this.end(tenant, db, previous)
      await db
        .insertInto('sessions')
        .values({
          token_hash: hashOf(token),
          user_id: userId,
          created_at: at,
          last_seen_at: at,
          address,
          device,
          verified_at: verifiedAt ?? at,
          needs_factor: needsFactor,
        })
        .execute()
      return token
    },
    async end(tenant, db, token) {
      await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
      ended += 1
      cached.delete(keyOf(tenant, token))
    },
    async verify(tenant, db, token) {
      await db.updateTable('sessions').set({ verified_at: now() }).where('token_hash', '=', hashOf(token)).execute()
      cached.delete(keyOf(tenant, token))
    },
    async admitAllOf(db, userId) {
      await db.updateTable('sessions').set({ needs_factor: false }).where('user_id', '=', userId).execute()
    },
    async endAllOf(db, userId, except) {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('token_hash', '<>', except === undefined ? '' : hashOf(except))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    async listOf(db, userId, current) {
      const [at, hash] = [now().getTime(), current === undefined ? '' : hashOf(current)]
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'address', 'device', 'token_hash'])
        .select(['created_at as createdAt', 'last_seen_at as lastSeenAt'])
        .where('user_id', '=', userId)
        .where('created_at', '>', new Date(at - limits.absolute))
        .where('last_seen_at', '>', new Date(at - limits.idle))
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ token_hash, ...session }) => ({ ...session, isCurrent: token_hash === hash }))
    },
    async endOneOf(db, userId, id) {
      const deletion = db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id)
      return (await deletion.executeTakeFirstOrThrow()).numDeletedRows > 0n
    },
    async endThese(db, ids) {
      if (ids.length === 0) return []
      return rowsIn(db)<{ id: number; username: string }>`
        with ended as (delete from sessions where id = any(${ids}::integer[]) returning tenant_id, user_id)
        select users.id, users.username
        from ended join users on users.tenant_id = ended.tenant_id and users.id = ended.user_id
      `
    },
    forget(tenant) {
      ended += 1
      for (const key of cached.keys()) if (key.startsWith(`${tenant.id}:`)) cached.delete(key)
    },
  }
}

interface Row extends UserRow {
  readonly lastSeenAt: Date
  readonly verifiedAt: Date
  readonly needsFactor: boolean
}

async function read(db: Db, tokenHash: string, now: Date, { idle, absolute }: SessionLimits) {
  const row = await firstRowIn(db)<Row>`
    select session.last_seen_at as "lastSeenAt", session.verified_at as "verifiedAt",
      session.needs_factor as "needsFactor", ${userColumns}
    from sessions as session
    join users on users.tenant_id = session.tenant_id and users.id = session.user_id
    where session.token_hash = ${tokenHash} and users.is_active
      and session.created_at > ${new Date(now.getTime() - absolute)}::timestamptz
      and session.last_seen_at > ${new Date(now.getTime() - idle)}::timestamptz`
  return (
    row && {
      lastSeenAt: row.lastSeenAt,
      loggedInUser: { ...loggedInUserOf(row, row.verifiedAt), needsFactor: row.needsFactor },
    }
  )
}

const touch = (db: Db, tokenHash: string, at: Date) =>
  db.updateTable('sessions').set({ last_seen_at: at }).where('token_hash', '=', tokenHash).execute()
