import type { Db } from '#request/tenancy/tenancy.ts'

/** The user of this name, with what a password is compared with. */
export const findUserWithPassword = (db: Db, username: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'password_hash', 'is_active'])
    .where('username', '=', username)
    .executeTakeFirst()

export const storePassword = (db: Db, id: number, passwordHash: string) =>
  db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute()

/** Stores another hash of the same password, unless the user has changed it since. */
export const replaceHash = (
  db: Db,
  { id, from, to }: { readonly id: number; readonly from: string; readonly to: string },
) => db.updateTable('users').set({ password_hash: to }).where('id', '=', id).where('password_hash', '=', from).execute()

/** Stores when this user logged in, and from which address. Two statements. */
export async function recordLogin(
  db: Db,
  { id, address, now }: { readonly id: number; readonly address: string; readonly now: Date },
): Promise<void> {
  await db.updateTable('users').set({ last_login: now }).where('id', '=', id).execute()
  await db
    .insertInto('sign_in_addresses')
    .values({ user_id: id, address, last_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'address']).doUpdateSet({ last_at: now }))
    .execute()
}
