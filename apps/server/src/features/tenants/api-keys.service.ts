import { randomInt } from 'node:crypto'
import { fromDatabase } from '@quatrain/platform/database/failures.ts'
import { AppError, invalidInput } from '@quatrain/platform/errors.ts'
import { record } from '#kit/recorder.ts'
import type { Secrets } from '#request/secrets.ts'
import { type Db, findTenants, type Tenant } from '#request/tenancy.ts'
import { contextIn, type Operator } from './operator.ts'
import { tenantNamed } from './tenants.service.ts'

/** `poem`: machines call the console with it. `webapi`: the console calls the Web API with it. */
export type KeyKind = 'poem' | 'webapi'

export interface KeyName {
  readonly name: string
  readonly kind: KeyKind
}

/** A key's token as it is stored: to find the key by, and to read it again. */
export const storedToken = (secrets: Secrets, token: string) => ({
  token_lookup: secrets.fingerprint(token),
  token_sealed: secrets.seal(token),
})

const kind = 'apikey'
const keyName = /^[A-Za-z][A-Za-z0-9_-]{0,49}$/
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const newToken = () => Array.from({ length: 32 }, () => letters[randomInt(letters.length)]).join('')

/**
 * Adds a key to a tenant and answers with its token: the given one, or one made up. Throws `already_exists` when the
 * tenant has a live key of this name, or any key with this token.
 */
export async function addKey(
  operator: Operator,
  secrets: Secrets,
  tenantName: string,
  key: KeyName & { readonly token?: string | undefined },
): Promise<string> {
  const { name, kind: used_by, token = newToken() } = key
  if (!keyName.test(name)) {
    throw invalidInput({ name: 'Must begin with a letter and hold only letters, digits, - and _, at most 50' })
  }
  if (token.trim() === '') throw invalidInput({ token: 'Required' })
  const taken = (what: string) => () => new AppError('already_exists', `${tenantName} already has a key ${what}.`)
  const constraints = { api_keys_live_name: taken(name), api_keys_token_key: taken('with this token') }
  await inTenant(operator, tenantName, async (db, tenant) => {
    const { id } = await db
      .insertInto('api_keys')
      .values({ name, used_by, ...storedToken(secrets, token), created: operator.now(), last_used_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { name, used_by, revoked: false }
    await record(contextIn(operator, tenant, db), [{ kind, id, name, after }])
  }).catch((error: unknown) => Promise.reject(fromDatabase(error, constraints)))
  return token
}

/** The keys of a tenant, by kind and name. */
export async function findKeys(operator: Operator, tenantName: string) {
  const tenant = tenantNamed(await findTenants(operator.tenancy.everyTenant), tenantName)
  return operator.tenancy
    .of(tenant)
    .selectFrom('api_keys')
    .select(['name', 'used_by', 'created', 'revoked', 'last_used_at'])
    .orderBy('used_by')
    .orderBy('name')
    .orderBy('created')
    .execute()
}

/** From now on the key opens nothing; that cannot be undone. Throws `not_found` when there is no live key of this name. */
export const revokeKey = (operator: Operator, tenantName: string, key: KeyName): Promise<void> =>
  inTenant(operator, tenantName, async (db, tenant) => {
    const { name, kind: used_by } = key
    const revoked = await db
      .updateTable('api_keys')
      .set((eb) => ({ revoked: true, row_version: eb('row_version', '+', 1) }))
      .where('name', '=', name)
      .where('used_by', '=', used_by)
      .where('revoked', '=', false)
      .returning(['id', 'row_version'])
      .executeTakeFirst()
    if (!revoked) throw new AppError('not_found', `${tenantName} has no key ${name} (${used_by}) in use.`)
    const before = { name, used_by, revoked: false }
    const after = { ...before, revoked: true }
    const change = { kind, id: revoked.id, name, before, after, rowVersion: revoked.row_version - 1 }
    await record(contextIn(operator, tenant, db), [{ ...change, comment: 'Changed revoked.' }])
  })

async function inTenant(operator: Operator, name: string, work: (db: Db, tenant: Tenant) => Promise<void>) {
  const { tenancy } = operator
  const tenant = tenantNamed(await findTenants(tenancy.everyTenant), name)
  await tenancy
    .of(tenant)
    .transaction()
    .execute((db) => work(db, tenant))
}
