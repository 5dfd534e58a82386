import { randomBytes } from 'node:crypto'
import type { Database } from '@quatrain/platform/database/database.ts'
import { hashOf } from '#kit/callers.ts'
import { OperatorError, operatorOn } from '#kit/operator.ts'
import type { Db } from '#kit/tenancy.ts'

/**
 * Adds an administrator and returns the token of their key, which is available only now. The name of a revoked key can
 * be used again.
 */
export async function addAdministrator(operator: Db, name: string): Promise<string> {
  if (name.trim() === '') throw new OperatorError('An administrator needs a name.')
  const token = randomBytes(32).toString('base64url')
  const hash = hashOf(token)
  const administrator = await operator
    .insertInto('administrators')
    .values({ name, hash })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ hash, revoked_at: null })
        .where('administrators.revoked_at', 'is not', null),
    )
    .returning('name')
    .executeTakeFirst()
  if (!administrator) throw new OperatorError(`There is already an administrator ${name}.`)
  return token
}

/** Ensures that an administrator with this name and token exists. Idempotent. */
export async function provisionAdministrator(
  database: Database,
  { name, token }: { readonly name: string; readonly token: string },
): Promise<void> {
  if (token === '') throw new OperatorError(`The administrator ${name} needs a token.`)
  const hash = hashOf(token)
  await operatorOn(database)
    .insertInto('administrators')
    .values({ name, hash })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ hash, revoked_at: null }))
    .execute()
}

/** All administrators, by name. */
export const findAdministrators = (operator: Db) =>
  operator.selectFrom('administrators').select(['name', 'created_at', 'revoked_at']).orderBy('name').execute()

/** Revokes the administrator's key. */
export async function revokeAdministrator(operator: Db, name: string): Promise<void> {
  const revoked = await operator
    .updateTable('administrators')
    .set({ revoked_at: new Date() })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!revoked) throw new OperatorError(`There is no administrator ${name} with a key in use.`)
}
