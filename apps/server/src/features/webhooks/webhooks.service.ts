import { type WebhookDocument, webhooks } from '@quatrain/contract/resources/webhook.ts'
import { recordEvent } from '#kit/recording/recorder.ts'
import { plainWrites } from '#kit/resource/plain-writes.ts'
import { type Context, inTransaction } from '#request/context/context.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { newSigningSecret, sealSecrets, secretsOfWebhook } from './webhook-secrets.ts'
import {
  find,
  findForUpdate,
  insert,
  markFormerSecret,
  remove,
  storeReason,
  storeSecrets,
  update,
} from './webhooks.repository.ts'

const { kind } = webhooks

const writes = plainWrites(webhooks, { findForUpdate, insert, update, remove }, { nameOf: ({ name }) => name })

export const removeWebhook = writes.remove

/** The only response that contains the secret, besides that of a replacement. */
export const addWebhook = (secrets: Secrets, ctx: Context, input: WebhookDocument) =>
  inTransaction(ctx, async (ctx) => {
    const { id, rowVersion } = await writes.add(ctx, input)
    const secret = newSigningSecret()
    const owner = { tenantId: ctx.tenant.id, id }
    await storeSecrets(ctx.db, owner, sealSecrets(secrets, owner, [secret]))
    const added = await find(ctx.db, { id })
    return { ...added, rowVersion, secret: ctx.write.dryRun ? '' : secret }
  })

export const changeWebhook = (ctx: Context, input: WebhookDocument & { readonly id: number }) =>
  inTransaction(ctx, async (ctx) => {
    const { rowVersion } = await writes.change(ctx, input)
    return { ...(await find(ctx.db, { id: input.id })), rowVersion }
  })

/** Pauses a webhook whose receiver has failed for too long, in the name of the console; not if a user has changed it meanwhile. */
export const pauseWebhook = (ctx: Context, id: number, reason: string) =>
  inTransaction(ctx, async (ctx) => {
    const stored = await findForUpdate(ctx.db, { id })
    if (!stored.active) return
    await writes.change({ ...ctx, write: { ifMatch: '*', remark: reason } }, { ...stored, active: false })
    await storeReason(ctx.db, id, reason)
  })

/** `replace` makes a new secret, and the present one signs too until `drop`. Returns the new one. */
export const replaceSecret = (secrets: Secrets, ctx: Context, key: string, step: 'replace' | 'drop') =>
  inTransaction(ctx, async (ctx) => {
    const stored = await findForUpdate(ctx.db, { key })
    const { id, name } = stored
    const owner = { tenantId: ctx.tenant.id, id }
    const [present = newSigningSecret()] = secretsOfWebhook(secrets, { ...stored, ...owner })
    const secret = step === 'replace' ? newSigningSecret() : ''
    const signingSecrets = step === 'replace' && stored.sealed !== null ? [secret, present] : [secret || present]
    await storeSecrets(ctx.db, owner, sealSecrets(secrets, owner, signingSecrets))
    await markFormerSecret(ctx.db, id, signingSecrets.length > 1)
    await recordEvent(ctx, { action: 'reseal', kind, id, name })
    return { secret }
  })
