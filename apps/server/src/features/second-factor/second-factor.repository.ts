import { hashOf } from '#request/secrets.ts'
import type { Db } from '#request/tenancy.ts'

export const findUser = (db: Db, username: string) =>
  db.selectFrom('users').select(['id', 'username']).where('username', '=', username).executeTakeFirst()

/** The app of a user, confirmed or not. */
export const findApp = (db: Db, userId: number) =>
  db
    .selectFrom('authenticator_apps')
    .select(['id', 'secret_sealed as sealed', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Stores a secret that is not confirmed yet, instead of a former one. Undefined if there is a confirmed app. */
export async function storeUnconfirmed(db: Db, userId: number, sealed: string) {
  const stored = await db
    .insertInto('authenticator_apps')
    .values({ user_id: userId, secret_sealed: sealed })
    .onConflict((known) =>
      known
        .constraint('authenticator_apps_user_key')
        .doUpdateSet({ secret_sealed: sealed })
        .where('authenticator_apps.confirmed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}

export const confirmApp = (db: Db, userId: number, step: number, at: Date) =>
  db
    .updateTable('authenticator_apps')
    .set({ confirmed_at: at, last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()

/** Wrong codes in a row, and the minutes for which no more are checked after that. */
const maxWrongCodes = 10
export const pauseMinutes = 15

/**
 * Counts a code as wrong until `acceptStep` or `takeRecoveryCode` accepts it. Returns whether it may be checked. Only who knows the
 * password of the user gets here.
 */
export async function countCode(db: Db, userId: number, at: Date): Promise<boolean> {
  const isOver = new Date(at.getTime() - pauseMinutes * 60_000)
  const { numUpdatedRows } = await db
    .updateTable('authenticator_apps')
    .set((app) => ({
      wrong_codes: app
        .case()
        .when('wrong_at', '>', isOver)
        .then(app('wrong_codes', '+', 1))
        .else(1)
        .end(),
      wrong_at: at,
    }))
    .where('user_id', '=', userId)
    .where((app) =>
      app.or([app('wrong_codes', '<', maxWrongCodes), app('wrong_at', 'is', null), app('wrong_at', '<=', isOver)]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether no code of this step or a later one was accepted before; afterwards it was. */
export async function acceptStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticator_apps')
    .set({ last_step: step, wrong_codes: 0 })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Whether it is an unused recovery code; afterwards it is used. */
export async function takeRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  await db.updateTable('authenticator_apps').set({ wrong_codes: 0 }).where('user_id', '=', userId).execute()
  return true
}

export async function replaceRecoveryCodes(db: Db, userId: number, codes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const counted = db.selectFrom('recovery_codes').select(({ fn }) => fn.countAll<string>().as('codes'))
  return Number((await counted.where('user_id', '=', userId).executeTakeFirstOrThrow()).codes)
}

/** Whether the user had a confirmed one. */
export async function removeApp(db: Db, userId: number): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const deletion = db
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
  return (await deletion.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

/** Those that the handle sees, with the names of tenant and user. */
export const findAllApps = (db: Db) =>
  db
    .selectFrom('authenticator_apps as app')
    .innerJoin('users as person', (join) =>
      join.onRef('person.tenant_id', '=', 'app.tenant_id').onRef('person.id', '=', 'app.user_id'),
    )
    .select(['app.tenant_id as tenantId', 'app.user_id as userId', 'app.secret_sealed as sealed', 'person.username'])
    .execute()

export const storeSecret = (
  db: Db,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: number },
  sealed: string,
) =>
  db
    .updateTable('authenticator_apps')
    .set({ secret_sealed: sealed })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute()
