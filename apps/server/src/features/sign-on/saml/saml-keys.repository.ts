import type { Db } from '#request/tenancy/tenancy.ts'

export interface StoredSamlKey {
  readonly tenantId: number
  readonly tenant: string
  readonly id: number
  readonly certificate: string
  /** The private key. */
  readonly sealed: string
  readonly createdAt: Date
}

/** The keys that the handle sees, the oldest of a tenant first: the console signs with it. */
export const findSamlKeys = (db: Db): Promise<StoredSamlKey[]> =>
  db
    .selectFrom('saml_keys as key')
    .innerJoin('tenants as tenant', 'tenant.id', 'key.tenant_id')
    .select(['key.tenant_id as tenantId', 'tenant.name as tenant', 'key.id', 'key.certificate'])
    .select(['key.private_key_sealed as sealed', 'key.created_at as createdAt'])
    .orderBy('key.tenant_id')
    .orderBy('key.id')
    .execute()

export const insertSamlKey = (
  db: Db,
  key: { readonly certificate: string; readonly sealed: string; readonly createdAt: Date },
) =>
  db
    .insertInto('saml_keys')
    .values({ private_key_sealed: key.sealed, certificate: key.certificate, created_at: key.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()

export const removeSamlKey = (db: Db, { id }: Pick<StoredSamlKey, 'id'>) =>
  db.deleteFrom('saml_keys').where('id', '=', id).execute()

export const storePrivateKey = (db: Db, { tenantId, id }: Pick<StoredSamlKey, 'tenantId' | 'id'>, sealed: string) =>
  db
    .updateTable('saml_keys')
    .set({ private_key_sealed: sealed })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
