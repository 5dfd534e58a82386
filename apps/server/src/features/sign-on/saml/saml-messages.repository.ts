import { hashOf } from '#request/sealing/secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

/**
 * Remembers a message until it expires. Returns whether it has not been accepted before, in whichever process. Two
 * statements; the first one removes expired messages.
 */
export async function acceptOnce(
  db: Db,
  { issuer, id, expiresAt }: { readonly issuer: string; readonly id: string; readonly expiresAt: Date },
  now: Date,
): Promise<boolean> {
  await db.deleteFrom('saml_messages').where('expires_at', '<=', now).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('saml_messages')
    .values({ id_hash: hashOf(JSON.stringify([issuer, id])), expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
