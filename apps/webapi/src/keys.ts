import { randomBytes } from 'node:crypto'
import { hashOf } from '#kit/callers.ts'
import { inTenant, OperatorError } from '#kit/operator.ts'
import type { Db, KeyRole } from '#kit/tenancy.ts'

export interface NewKey {
  readonly name: string
  readonly role: KeyRole
}

export interface KeyWithToken extends NewKey {
  readonly token: string
}

/** Adds a key and returns its token, which is available only now. The name of a revoked key can be used again. */
export function addKey(operator: Db, tenant: string, key: NewKey): Promise<string> {
  return inTenant(operator, tenant, async (db, id) => {
    if (key.name.trim() === '') throw new OperatorError('A key needs a name.')
    const existingKey = await findKey(db, id, key.name)
    if (existingKey && !existingKey.revoked_at)
      throw new OperatorError(`The tenant ${tenant} already has a key ${key.name}.`)
    const token = randomBytes(32).toString('base64url')
    await putKey(db, id, { ...key, token })
    return token
  })
}

/** A tenant's keys, by name. */
export const findKeys = (operator: Db, tenant: string) =>
  inTenant(operator, tenant, (db, id) =>
    keysOf(db, id).select(['name', 'role', 'created_at', 'revoked_at']).orderBy('name').execute(),
  )

/** Revokes the key. */
export function revokeKey(operator: Db, tenant: string, name: string): Promise<void> {
  return inTenant(operator, tenant, async (db, id) => {
    const key = db.updateTable('keys').where('tenant_id', '=', id).where('name', '=', name)
    const live = key.where('revoked_at', 'is', null).set({ revoked_at: new Date() })
    const revoked = await live.returning('name').executeTakeFirst()
    if (!revoked) throw new OperatorError(`The tenant ${tenant} has no key ${name} in use.`)
  })
}

/** Adds a key to the entered tenant, or gives the existing one with that name this role and token. */
export async function putKey(db: Db, tenant: number, { name, role, token }: KeyWithToken): Promise<void> {
  if (token === '') throw new OperatorError(`The key ${name} needs a token.`)
  const hash = hashOf(token)
  const existingKey = await findKey(db, tenant, name)
  const holder = await db.selectFrom('tokens').select('hash').where('hash', '=', hash).executeTakeFirst()
  if (holder && existingKey?.hash !== hash)
    throw new OperatorError(`The token of the key ${name} belongs to another key already.`)
  if (!existingKey) {
    await db.insertInto('tokens').values({ hash, tenant }).execute()
    await db.insertInto('keys').values({ name, role, hash }).execute()
    return
  }
  // The copy of the hash in the key follows.
  if (existingKey.hash !== hash)
    await db.updateTable('tokens').set({ hash }).where('hash', '=', existingKey.hash).execute()
  const key = db.updateTable('keys').where('tenant_id', '=', tenant).where('name', '=', name)
  await key.set({ role, revoked_at: null }).execute()
}

// Row security does not apply to a superuser, so the tenant is a condition here.
const keysOf = (db: Db, tenant: number) => db.selectFrom('keys').where('tenant_id', '=', tenant)

const findKey = (db: Db, tenant: number, name: string) =>
  keysOf(db, tenant).select(['hash', 'revoked_at']).where('name', '=', name).executeTakeFirst()
