import { addWebhook, webhooks } from '@quatrain/contract/resources/webhook.ts'
import { z } from 'zod'
import { type Write, writeOf } from '#kit/api/write.ts'
import { contractRules, type PlainValues, plainForm } from '#kit/form/form-rules.ts'
import { paths } from '#lib/paths.ts'
import { showSecret } from './NewSecret.tsx'

export type WebhookValues = PlainValues<typeof webhooks>

const { definition } = plainForm({
  resource: webhooks,
  paths: paths.webhooks,
  blank: { name: '', address: '', events: [], has_values: true, active: true },
  nameOf: ({ name }) => name.trim(),
})

/** Shows the secret once; nothing keeps it after the dialog is closed. */
const showingSecret = (write: Write): Write => ({
  ...write,
  async send(options) {
    const written = await write.send(options)
    const { secret, ...record } = written.record
    showSecret(String(record.name), String(secret))
    return { ...written, record }
  },
})

const formValues = webhooks.document.extend({ id: z.int().optional() })

/** A problem of one event is shown at all of them. */
const fieldOf = (path: string): string => path.replace(/\.\d+$/, '')

export const webhookForm = {
  rules: { schema: contractRules(formValues, webhooks.add, webhooks.document.parse, fieldOf), fieldOf },
  definition: {
    ...definition,
    writes: {
      ...definition.writes,
      add: ({ id: _, ...body }: WebhookValues) => showingSecret(writeOf(addWebhook, { body })),
    },
  },
}
