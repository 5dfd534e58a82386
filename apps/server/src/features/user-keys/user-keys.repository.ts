import type { newUserKey, UserKey } from '@quatrain/contract/accounts/user-keys.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { z } from 'zod'
import type { Db } from '#request/tenancy/tenancy.ts'

type Time = 'created' | 'expires' | 'rotated' | 'previous_until' | 'last_used_at'
type Row = Omit<UserKey, Time> & { readonly created: Date } & { readonly [T in Exclude<Time, 'created'>]: Date | null }

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

const fromRow = ({ created, expires, rotated, previous_until, last_used_at, ...key }: Row): UserKey => ({
  ...key,
  created: created.toISOString(),
  expires: iso(expires),
  rotated: iso(rotated),
  previous_until: iso(previous_until),
  last_used_at: iso(last_used_at),
})

const keys = (db: Db) =>
  db
    .selectFrom('user_keys as key')
    .select(['key.id', 'key.name', 'key.read_only', 'key.expires_at as expires', 'key.networks'])
    .select(['key.created_at as created', 'key.rotated_at as rotated', 'key.previous_until'])
    .select(['key.last_used_at', 'key.last_used_by'])

export const findOfUser = async (db: Db, userId: number): Promise<UserKey[]> =>
  (await keys(db).where('key.user_id', '=', userId).orderBy('key.name').execute()).map(fromRow)

/** Returns the keys of all users of the tenant, by user and name. */
export async function findAll(db: Db) {
  const rows = await keys(db)
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'key.tenant_id').onRef('users.id', '=', 'key.user_id'),
    )
    .select('users.username')
    .orderBy('users.username')
    .orderBy('key.name')
    .execute()
  return rows.map(({ username, ...key }) => ({ ...fromRow(key), username }))
}

/** Throws `not_found`. */
export async function find(db: Db, id: number): Promise<UserKey> {
  const row = await keys(db).where('key.id', '=', id).executeTakeFirst()
  if (!row) throw keyNotFound()
  return fromRow(row)
}

/** Returns the id. Throws `already_exists` if the user has a key with this name. */
export async function insert(
  db: Db,
  userId: number,
  { name, read_only, expires, networks }: z.output<typeof newUserKey>,
  { hash, now }: { readonly hash: string; readonly now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('user_keys')
    .values({
      user_id: userId,
      name,
      read_only,
      expires_at: expires,
      networks: [...networks],
      token_hash: hash,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(explaining({ user_keys_name_key: nameTaken }))
  return id
}

interface NewToken {
  readonly hash: string
  readonly at: Date
  readonly previousUntil: string | null
}

/** Replaces the token of a user's key; the present one is accepted until the given time. Throws `not_found`. */
export async function replaceToken(db: Db, userId: number, id: number, { hash, at, previousUntil }: NewToken) {
  const { numUpdatedRows } = await db
    .updateTable('user_keys')
    .set((key) => ({
      token_hash: hash,
      rotated_at: at,
      previous_until: previousUntil,
      previous_hash: previousUntil === null ? null : key.ref('token_hash'),
    }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw keyNotFound()
}

/** Removes one key, of this user if one is given. Returns its name and its user. Throws `not_found`. */
export async function remove(db: Db, id: number, userId?: number) {
  const removed = await db
    .deleteFrom('user_keys as key')
    .using('users')
    .whereRef('users.tenant_id', '=', 'key.tenant_id')
    .whereRef('users.id', '=', 'key.user_id')
    .where('key.id', '=', id)
    .$if(userId !== undefined, (query) => query.where('key.user_id', '=', userId ?? 0))
    .returning(['key.name', 'users.username'])
    .executeTakeFirst()
  if (!removed) throw keyNotFound()
  return removed
}

/** Removes all keys of a user. Returns them. */
export const removeAllOf = (db: Db, userId: number) =>
  db.deleteFrom('user_keys').where('user_id', '=', userId).returning(['id', 'name']).execute()

const keyNotFound = () => new AppError('not_found', 'Key not found.')

const nameTaken = () =>
  new AppError('already_exists', 'You have a key with this name.', { fields: { name: 'Already exists' } })
