import { addWebhook, webhooks } from '@quatrain/contract/resources/webhook.ts'
import { z } from 'zod'
import { showingSecret, writeOf } from '#kit/api/write.ts'
import { contractRules, fieldOfText, type PlainValues, plainForm } from '#kit/form/form-rules.ts'
import { paths } from '#lib/paths.ts'
import { showSecret } from './NewSecret.tsx'

export type WebhookValues = PlainValues<typeof webhooks>

const { definition } = plainForm({
  resource: webhooks,
  paths: paths.webhooks,
  blank: { name: '', address: '', events: [], has_values: true, active: true },
  nameOf: ({ name }) => name.trim(),
})

const formValues = webhooks.document.extend({ id: z.int().optional() })

export const webhookForm = {
  rules: {
    schema: contractRules(formValues, webhooks.add, webhooks.document.parse, fieldOfText),
    fieldOf: fieldOfText,
  },
  definition: {
    ...definition,
    writes: {
      ...definition.writes,
      add: ({ id: _, ...body }: WebhookValues) => showingSecret(writeOf(addWebhook, { body }), 'secret', showSecret),
    },
  },
}
