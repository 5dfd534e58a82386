import { hashOf } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

export const findUser = (db: Db, username: string) =>
  db.selectFrom('users').select(['id', 'username']).where('username', '=', username).executeTakeFirst()

export const lockUser = (db: Db, userId: number) =>
  db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()

/** The app of a user, confirmed or not. */
export const findApp = (db: Db, userId: number) =>
  db
    .selectFrom('authenticator_apps')
    .select(['id', 'secret_sealed as sealed', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** The app of a user that logins ask for. */
export async function findConfirmedApp(db: Db, userId: number) {
  const app = await findApp(db, userId)
  return app?.confirmedAt ? { ...app, confirmedAt: app.confirmedAt } : undefined
}

/** Stores a secret that is not confirmed yet, instead of a former one. Undefined if there is a confirmed app. */
export async function storeUnconfirmed(db: Db, userId: number, sealed: string) {
  const stored = await db
    .insertInto('authenticator_apps')
    .values({ user_id: userId, secret_sealed: sealed })
    .onConflict((conflict) =>
      conflict
        .constraint('authenticator_apps_user_key')
        .doUpdateSet({ secret_sealed: sealed })
        .where('authenticator_apps.confirmed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}

export const confirmApp = (db: Db, userId: number, step: number, now: Date) =>
  db
    .updateTable('authenticator_apps')
    .set({ confirmed_at: now, last_step: step })
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
export async function countCode(db: Db, userId: number, now: Date): Promise<boolean> {
  const isOver = new Date(now.getTime() - pauseMinutes * 60_000)
  const counted = await db
    .insertInto('wrong_codes')
    .values({ user_id: userId, codes: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet((wrong) => ({
          codes: wrong
            .case()
            .when('wrong_codes.last_at', '>', isOver)
            .then(wrong('wrong_codes.codes', '+', 1))
            .else(1)
            .end(),
          last_at: now,
        }))
        .where((wrong) =>
          wrong.or([wrong('wrong_codes.codes', '<', maxWrongCodes), wrong('wrong_codes.last_at', '<=', isOver)]),
        ),
    )
    .returning('codes')
    .executeTakeFirst()
  return counted !== undefined
}

const forgiveCodes = (db: Db, userId: number) => db.deleteFrom('wrong_codes').where('user_id', '=', userId).execute()

/** Whether no code of this step or a later one was accepted before; afterwards it was. */
export async function acceptStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticator_apps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await forgiveCodes(db, userId)
  return true
}

/** Whether it is an unused recovery code; afterwards it is used. */
export async function takeRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  await forgiveCodes(db, userId)
  return true
}

export const removeRecoveryCodes = (db: Db, userId: number) =>
  db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()

export async function replaceRecoveryCodes(db: Db, userId: number, codes: readonly string[]): Promise<void> {
  await removeRecoveryCodes(db, userId)
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const counted = db.selectFrom('recovery_codes').select(({ fn }) => fn.countAll<string>().as('codes'))
  return Number((await counted.where('user_id', '=', userId).executeTakeFirstOrThrow()).codes)
}

/** Whether the user had a confirmed one. */
export async function removeApp(db: Db, userId: number): Promise<boolean> {
  const deletion = db
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
  return (await deletion.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

/** Returns all apps that the handle sees, with the names of tenant and user. */
export const findAllApps = (db: Db) =>
  db
    .selectFrom('authenticator_apps as app')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant_id', '=', 'app.tenant_id').onRef('users.id', '=', 'app.user_id'),
    )
    .select(['app.tenant_id as tenantId', 'app.user_id as userId', 'app.secret_sealed as sealed', 'users.username'])
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
