import { gatewayTopologyGroups, relayed } from '@quatrain/contract/console/gateway.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import { withoutGaps } from '#clients/web-api/without-gaps.ts'
import { serve } from '#kit/http/serve.ts'
import { relay } from './relay.ts'
import { withoutNotifications } from './topology-rows.ts'

const anyDocument = z.looseObject({})
const groupOfTopology = withoutNotifications(anyDocument)

const relayQuery = z.object({
  params: z.object({ id: z.string().optional() }).optional(),
  query: z.record(z.string(), z.string().optional()),
})

/**
 * Collections of the Web API that the console has no screens for, for clients that know their addresses from
 * `config_options`. Responses are passed on unchanged, except for private fields and lists that
 * are null.
 */
export function relayRoutes(app: FastifyInstance, readingWebApi: ReadingWebApi) {
  const status = { message: 'Success', code: '200' }
  for (const { address, endpoint, lists } of relayed) {
    const document = endpoint === gatewayTopologyGroups ? groupOfTopology : anyDocument
    const item = z.preprocess((value) => withoutGaps(lists, value), document)
    serve(app, endpoint, async (ctx, input) => {
      const { params, query } = relayQuery.parse(input)
      return { status, data: await relay(ctx, readingWebApi, { address, id: params?.id, query }, item) }
    })
  }
}
