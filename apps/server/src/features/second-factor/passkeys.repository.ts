import { explaining } from '@quatrain/platform/database/failures.ts'
import { alreadyExists } from '@quatrain/platform/errors.ts'
import { hashOf } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { passkeySeconds, type StoredPasskey } from './passkey-messages.ts'

const columns = ['id', 'name', 'transports', 'signatures'] as const

/** The passkeys of a user, the oldest first. */
export async function findPasskeys(db: Db, userId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .select(columns)
    .select(['credential_id as credentialId', 'public_key as publicKey'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ signatures, ...passkey }) => ({ ...passkey, signatures: Number(signatures) }))
}

const refusals = {
  passkeys_name_key: () => alreadyExists('Passkey', 'name'),
  passkeys_credential_id_key: () => alreadyExists('Passkey', 'passkey'),
}

/** Throws `already_exists`. */
export const insertPasskey = (
  db: Db,
  userId: number,
  { name, now, passkey }: { readonly name: string; readonly now: Date; readonly passkey: StoredPasskey },
) =>
  db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      name,
      created_at: now,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      signatures: String(passkey.signatures),
      transports: passkey.transports,
    })
    .execute()
    .catch(explaining(refusals))

/** The name of the removed passkey; undefined if this user has none with this id. */
export async function removePasskey(db: Db, userId: number, id: number): Promise<string | undefined> {
  const removal = db.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id)
  return (await removal.returning('name').executeTakeFirst())?.name
}

/** The number of passkeys that the user had. */
export async function removeAllPasskeys(db: Db, userId: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Stores that a passkey was used. Returns whether no other login has used this number of signatures meanwhile. */
export async function countSignature(db: Db, id: number, signatures: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ signatures: String(signatures), last_used_at: now })
    .where('id', '=', id)
    .where((passkey) =>
      // Authenticators that do not count always send 0.
      passkey.or([
        passkey('signatures', '<', String(signatures)),
        passkey.and([passkey('signatures', '=', '0'), passkey.val(signatures === 0)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The holder of a challenge, and its purpose: only the browser or session that asked for it knows the secret. */
export interface Bound {
  readonly userId: number
  readonly purpose: 'add' | 'prove'
  readonly secret: string
}

const boundTo = ({ purpose, secret }: Bound) => hashOf(JSON.stringify([purpose, secret]))

/** Stores a challenge, and removes expired ones. */
export async function storeChallenge(db: Db, bound: Bound, challenge: string, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  const expiresAt = new Date(now.getTime() + passkeySeconds * 1000)
  await db
    .insertInto('passkey_challenges')
    .values({ user_id: bound.userId, bound_to: boundTo(bound), challenge, expires_at: expiresAt })
    .execute()
}

/** Whether it is an unused challenge; afterwards it is used. */
export async function takeChallenge(db: Db, bound: Bound, challenge: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('user_id', '=', bound.userId)
    .where('bound_to', '=', boundTo(bound))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
