import { identityProviderKey } from '@quatrain/contract/kit/kind-names.ts'
import {
  type IdentityProvider,
  type IdentityProviderDocument,
  identityProviders,
  type Protocol,
} from '@quatrain/contract/resources/identity-provider.ts'
import { explaining } from '@quatrain/platform/database/failures.ts'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { alreadyExists, notFound } from '@quatrain/platform/errors.ts'
import { sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { ClientSecretOwner } from './client-secret.ts'

/** A provider with its tenant, its row version, and its client secret as stored. */
export type StoredProvider = IdentityProvider & {
  readonly tenantId: number
  readonly rowVersion: number
  readonly clientSecretSealed: string | null
}

interface Row {
  readonly tenantId: number
  readonly id: number
  readonly rowVersion: number
  readonly tenant: string
  readonly domain: string
  readonly name: string
  readonly enabled: boolean
  readonly content: object
  readonly clientSecretSealed: string | null
}

/** The stored part of a document besides its columns. */
const content = identityProviders.document.omit({ tenant: true, name: true, enabled: true })

const providers = sql`
  select provider.tenant_id as "tenantId", provider.id, provider.row_version as "rowVersion", tenant.name as tenant,
    tenant.domain_url as domain, provider.name, provider.enabled, provider.content,
    provider.client_secret_sealed as "clientSecretSealed"
  from identity_providers as provider join tenants as tenant on tenant.id = provider.tenant_id`

const fromRow = ({ content: stored, ...row }: Row): StoredProvider => ({
  ...content.parse(stored),
  ...row,
  has_client_secret: row.clientSecretSealed !== null,
})

/** Returns all providers that the handle sees, by tenant and name. */
export async function findAll(db: Db): Promise<StoredProvider[]> {
  const { rows } = await sql<Row>`${providers} order by tenant.name, provider.name`.execute(db)
  return rows.map(fromRow)
}

/** Returns the providers that the login page offers, by name. */
export async function findEnabled(db: Db): Promise<StoredProvider[]> {
  const { rows } = await sql<Row>`${providers} where provider.enabled order by provider.name`.execute(db)
  return rows.map(fromRow)
}

/** Returns the providers with a protocol, offered or not. */
export async function findOfProtocol(db: Db, protocol: Protocol): Promise<StoredProvider[]> {
  return (await findAll(db)).filter((provider) => provider.protocol === protocol)
}

/** Undefined if there is none. */
export async function findIfThere(db: Db, id: number): Promise<StoredProvider | undefined> {
  const row = await firstRowIn(db)<Row>`${providers} where provider.id = ${id}::integer`
  return row && fromRow(row)
}

/**
 * A provider by its id, in a handle of its tenant, or by its key, which names the tenant: `db` decides which tenants are searched.
 * Throws `not_found`.
 */
export async function find(
  db: Db,
  criteria: { readonly id: number } | { readonly key: string },
): Promise<StoredProvider> {
  const is =
    'id' in criteria
      ? sql`provider.id = ${criteria.id}::integer`
      : sql`tenant.name || ': ' || provider.name = ${criteria.key}::text`
  const row = await firstRowIn(db)<Row>`${providers} where ${is}`
  if (!row) throw notFound('Identity provider')
  return fromRow(row)
}

/** Locks the provider until the transaction ends. Throws `not_found`. */
export async function findForUpdate(db: Db, criteria: { readonly id: number } | { readonly key: string }) {
  const provider = await find(db, criteria)
  await sql`select from identity_providers where id = ${provider.id} for update`.execute(db)
  return provider
}

export function insert(db: Db, { tenant: _, name, enabled, ...document }: IdentityProviderDocument) {
  return db
    .insertInto('identity_providers')
    .values({ name, enabled, content: JSON.stringify(content.parse(document)) })
    .returning(['id', 'row_version as rowVersion'])
    .executeTakeFirstOrThrow()
    .catch(explain)
}

export function update(
  db: Db,
  { id, tenant: _, name, enabled, ...document }: IdentityProviderDocument & { readonly id: number },
) {
  return db
    .updateTable('identity_providers')
    .set((provider) => ({
      name,
      enabled,
      content: JSON.stringify(content.parse(document)),
      row_version: provider('row_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
    .catch(explain)
}

/** Stores the contents of several providers of a tenant. One statement. */
export async function updateContents(
  db: Db,
  providers: readonly (IdentityProviderDocument & { readonly id: number })[],
): Promise<void> {
  const providerRows = providers.map(({ id, ...document }) => ({ id, content: content.parse(document) }))
  await sql`
    update identity_providers as provider set content = given.content, row_version = row_version + 1
    from json_to_recordset(${JSON.stringify(providerRows)}::json) as given (id integer, content json)
    where provider.tenant_id = current_tenant() and provider.id = given.id
  `.execute(db)
}

export const remove = (db: Db, id: number) => db.deleteFrom('identity_providers').where('id', '=', id).execute()

export const storeClientSecret = (db: Db, { tenantId, id }: ClientSecretOwner, sealed: string) =>
  db
    .updateTable('identity_providers')
    .set({ client_secret_sealed: sealed })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()

export const keyOf = (provider: Pick<StoredProvider, 'tenant' | 'name'>): string => identityProviderKey(provider)

const explain = explaining({
  identity_providers_name_key: () => alreadyExists('Identity provider with this name', 'name'),
})
