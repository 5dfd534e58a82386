import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import { hashOf } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/** What a link changes, for comparison: other changes of the password end the link. */
const ofPassword = sql`encode(sha256(convert_to(coalesce(users.password_hash, ''), 'UTF8')), 'hex')`

/** The recipient of a link. */
export interface Recipient {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly is_active: boolean
}

export const findRecipient = (db: Db, username: string): Promise<Recipient | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'is_active'])
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst()

/** Stores the link of a user, in place of a former one. */
export async function replaceLink(
  db: Db,
  { userId, token, expiresAt }: { readonly userId: number; readonly token: string; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    insert into password_links (user_id, token_hash, email, of_password, expires_at)
    select users.id, ${hashOf(token)}, users.email, ${ofPassword}, ${expiresAt}::timestamptz
    from users where users.id = ${userId}::integer
    on conflict (tenant_id, user_id) do update set token_hash = excluded.token_hash, email = excluded.email,
      of_password = excluded.of_password, expires_at = excluded.expires_at
  `.execute(db)
}

/** Ends the link with this token, if it is still the one of its user. */
export const removeLink = (db: Db, token: string) =>
  db.deleteFrom('password_links').where('token_hash', '=', hashOf(token)).execute()

const usable = (token: string, now: Date) => sql`
  link.token_hash = ${hashOf(token)} and link.expires_at > ${now}::timestamptz and users.is_active
    and users.email = link.email and ${ofPassword} = link.of_password`

/** The user of a link, with the present password if there is one. */
export type UserOfLink = Pick<Recipient, 'id' | 'username'> & { readonly passwordHash: string | null }

/** The user of a link; undefined if it cannot be used. */
export const findUserOfLink = (db: Db, token: string, now: Date) =>
  firstRowIn(db)<UserOfLink>`
    select users.id, users.username, users.password_hash as "passwordHash" from password_links as link
    join users on users.tenant_id = link.tenant_id and users.id = link.user_id
    where ${usable(token, now)}`

/** Uses a link up: stores the password of its user. Returns whether it could be used. */
export async function usePasswordLink(db: Db, token: string, passwordHash: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with used as (
      delete from password_links as link using users
      where users.tenant_id = link.tenant_id and users.id = link.user_id and ${usable(token, now)}
      returning link.user_id)
    update users set password_hash = ${passwordHash} from used where users.id = used.user_id
  `.execute(db)
  return numAffectedRows === 1n
}
