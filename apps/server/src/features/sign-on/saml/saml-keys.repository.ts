import type { Db } from '#request/tenancy.ts'

export interface StoredSamlKey {
  readonly tenantId: number
  readonly id: number
  readonly certificate: string
  readonly privateKeySealed: string
}

/** The keys that the handle sees, the newest first. */
export const findSamlKeys = (db: Db): Promise<StoredSamlKey[]> =>
  db
    .selectFrom('saml_keys')
    .select(['tenant_id as tenantId', 'id', 'certificate', 'private_key_sealed as privateKeySealed'])
    .orderBy('tenant_id')
    .orderBy('id', 'desc')
    .execute()

export const insertSamlKey = (
  db: Db,
  key: { readonly certificate: string; readonly sealed: string; readonly at: Date },
) =>
  db
    .insertInto('saml_keys')
    .values({ private_key_sealed: key.sealed, certificate: key.certificate, created_at: key.at })
    .execute()

export const storePrivateKey = (db: Db, { tenantId, id }: StoredSamlKey, sealed: string) =>
  db
    .updateTable('saml_keys')
    .set({ private_key_sealed: sealed })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
