import { randomBytes } from 'node:crypto'
import { recordedKeys } from '#features/api-keys/recorded-keys.ts'
import { newKeyRows } from '#request/keys/key-tokens.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import type { Db, Tenant } from '#request/tenancy/tenancy.ts'
import type { DemoKey } from './data.ts'
import { insertFirstVersions } from './history.ts'

/** A key that the Web API has to accept. */
export interface WebApiKey {
  readonly name: string
  readonly role: 'editor' | 'viewer'
  readonly token: string
}

/** The key of this tenant's monitoring box, for trying the machine API. */
export const boxToken = (tenant: string): string => `demo-${tenant.toLowerCase()}`

/** The key of a box that reads profiles, or of a connector that writes the topology, for the Web API in this tenant. */
export const machineKey = (tenant: string): WebApiKey => ({
  name: 'demonstration',
  role: 'editor',
  token: `demo-webapi-${tenant.toLowerCase()}`,
})

/** Stores a tenant's keys, with random tokens except for the box's. Returns those that the Web API has to accept. */
export async function loadKeys(
  db: Db,
  secrets: Secrets,
  { id, name: tenant }: Tenant,
  keys: readonly DemoKey[],
): Promise<WebApiKey[]> {
  const withTokens = keys.map((key) => ({
    ...key,
    token: key.used_by === 'poem' && key.name === tenant ? boxToken(tenant) : randomBytes(24).toString('base64url'),
  }))
  const rows = await newKeyRows(db, secrets, id, withTokens)
  await db.insertInto('api_keys').values(rows).execute()
  const created = new Map(rows.map((row) => [row.id, row.created]))
  await insertFirstVersions(db, rows.map(addedKey), ({ id }) => created.get(id) ?? new Date(0))
  return withTokens
    .filter((key) => key.used_by === 'webapi' && !key.revoked)
    .map(({ name, token }) => ({ name, token, role: roleOf(name) }))
}

const unlimited = { expires: null, networks: [], scopes: [], rotated: null, previous_until: null }

/** The first version says that a key is revoked, because nobody knows when it was. */
const addedKey = ({ id, name, used_by, revoked }: DemoKey & { readonly id: number }) =>
  recordedKeys.added(id, { name, used_by, revoked, ...unlimited })

const roleOf = (name: string) => (name.endsWith('-RO') ? 'viewer' : 'editor')
