import type { Db } from '#request/tenancy/tenancy.ts'

export interface StoredSamlKey {
  readonly tenantId: number
  readonly id: number
  readonly certificate: string
  readonly privateKeySealed: string
  readonly createdAt: Date
}

/** The keys that the handle sees, the oldest of a tenant first: the console signs with it. */
export const findSamlKeys = (db: Db): Promise<StoredSamlKey[]> =>
  db
    .selectFrom('saml_keys')
    .select(['tenant_id as tenantId', 'id', 'certificate', 'private_key_sealed as privateKeySealed'])
    .select('created_at as createdAt')
    .orderBy('tenant_id')
    .orderBy('id')
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

export const storePrivateKey = (db: Db, { tenantId, id }: StoredSamlKey, sealed: string) =>
  db
    .updateTable('saml_keys')
    .set({ private_key_sealed: sealed })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
