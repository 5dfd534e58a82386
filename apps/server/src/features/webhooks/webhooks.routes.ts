import {
  addWebhook,
  listWebhookDeliveries,
  replaceWebhookSecret,
  sendWebhook,
  webhooks,
} from '@quatrain/contract/resources/webhook.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { operation } from '#kit/kinds/operation.ts'
import { serveResource } from '#kit/resource/serve-resource.ts'
import type { Secrets } from '#request/sealing/secrets.ts'
import { findDeliveries, insertTest, sendAgain } from './deliveries.repository.ts'
import { find, findAll } from './webhooks.repository.ts'
import * as service from './webhooks.service.ts'

export async function webhooksRoutes(app: FastifyInstance, { secrets }: { readonly secrets: Secrets }) {
  serveResource(app, webhooks, {
    list: (ctx) => findAll(ctx.db),
    get: (ctx, key) => find(ctx.db, { key }),
    change: service.changeWebhook,
    remove: service.removeWebhook,
    operations: { add: operation(addWebhook, (ctx, input) => service.addWebhook(secrets, ctx, input)) },
  })
  serve(app, replaceWebhookSecret, (ctx, { params, body }) =>
    service.replaceSecret(secrets, ctx, params.key, body.step),
  )
  serve(app, listWebhookDeliveries, async (ctx, { params }) => findDeliveries(ctx.db, (await find(ctx.db, params)).id))
  serve(app, sendWebhook, async (ctx, { params, body: { message } }) => {
    const webhook = await find(ctx.db, params)
    return message === undefined
      ? insertTest(ctx.db, webhook, ctx.now())
      : sendAgain(ctx.db, webhook.id, message, ctx.now())
  })
}
