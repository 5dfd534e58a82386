import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { sealedColumn } from '#request/sealing/sealed-column.ts'
import type { Secrets } from '#request/sealing/secrets.ts'

/** The webhook that owns secrets. */
export interface SecretsOwner {
  readonly tenantId: number
  readonly id: number
}

/** The secrets that sign for a webhook, the newest first, encrypted for it. */
export const webhookSecrets = sealedColumn<SecretsOwner>('webhooks.secrets_sealed', ({ tenantId, id }) => [
  tenantId,
  id,
])

const prefix = 'whsec_'

/** A new secret by the rules of Standard Webhooks. */
export const newSigningSecret = (): string => prefix + randomBytes(32).toString('base64')

export const sealSecrets = (secrets: Secrets, owner: SecretsOwner, own: readonly string[]): string =>
  webhookSecrets.seal(secrets, owner, JSON.stringify(own))

/** None after an import of the tenant. Throws `internal` if they cannot be decrypted. */
export const secretsOfWebhook = (
  secrets: Secrets,
  { sealed, name, ...owner }: SecretsOwner & { readonly name: string; readonly sealed: string | null },
): string[] =>
  sealed === null
    ? []
    : z
        .array(z.string())
        .parse(JSON.parse(webhookSecrets.opened(secrets, owner, sealed, `The secret of the webhook ${name}`)))

/** The signatures of a message by the rules of Standard Webhooks, one for each secret. */
export const signatureOf = (own: readonly string[], id: string, timestamp: number, body: string): string =>
  own
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')))
    .map((hmac) => `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
