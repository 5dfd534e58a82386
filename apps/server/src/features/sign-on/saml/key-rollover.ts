import { createHash, X509Certificate } from 'node:crypto'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import type { signingKeys } from '@quatrain/contract/sign-on/sign-on.ts'
import { inUse, invalidInput } from '@quatrain/platform/errors.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { findSamlKeys, removeSamlKey } from './saml-keys.repository.ts'
import { samlKeyObject, storeSamlKey } from './saml-keys.ts'
import { newSigningKey } from './self-signed-certificate.ts'

/** The keys of the tenant in `ctx`, the signing one first. */
export async function shownSamlKeys({ db }: Context): Promise<AnswerOf<typeof signingKeys>> {
  return (await findSamlKeys(db)).map(({ id, createdAt, certificate }, index) => ({
    id,
    since: createdAt.toISOString(),
    signs: index === 0,
    fingerprint: createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex'),
  }))
}

/** Adds a second key to the metadata. The console goes on signing with the first. Throws `invalid_input`, `in_use`. */
export async function addNextSamlKey(ctx: Context, secrets: Secrets): Promise<void> {
  // The key is made before the transaction, because this takes a while.
  const newKey = await newSigningKey(ctx.tenant.name, ctx.now())
  await inTransaction(ctx, async (ctx) => {
    const keys = await findSamlKeys(ctx.db)
    if (keys.length === 0) throw noKey()
    if (keys.length > 1) throw inUse('There is a new key already. Use it before you add another.')
    const { id } = await storeSamlKey(ctx, secrets, newKey)
    await recordKey(ctx, 'add', id)
  })
}

/** Signs with the second key, and ends the first. Throws `invalid_input` without a second one. */
export const signWithNextSamlKey = (ctx: Context): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [former, next] = await findSamlKeys(ctx.db)
    if (!former) throw noKey()
    if (!next) throw invalidInput({ step: 'Add a new key first' })
    await removeSamlKey(ctx.db, former)
    await recordKey(ctx, 'delete', former.id)
  })

const noKey = () => invalidInput({ step: 'This tenant has no SAML provider' })

const recordKey = (ctx: Context, action: 'add' | 'delete', id: number) =>
  recordEvent(ctx, { action, ...samlKeyObject({ id, tenant: ctx.tenant.name }) })
