import { webhooks } from '@quatrain/contract/resources/webhook.ts'
import { storedSecrets } from '#kit/recording/stored-secrets.ts'
import type { Db } from '#request/tenancy/tenancy.ts'
import { webhookSecrets } from './webhook-secrets.ts'
import { findSealed, storeSecrets } from './webhooks.repository.ts'

/** The secrets of the webhooks of all tenants after a change of the server's secret. */
export const storedWebhookSecrets = storedSecrets({
  column: webhookSecrets,
  find: async (db: Db) =>
    (await findSealed(db)).map(({ name, ...secret }) => ({
      ...secret,
      object: { kind: webhooks.kind, id: secret.id, name },
      label: `the secret of the webhook ${name}`,
    })),
  store: storeSecrets,
})
