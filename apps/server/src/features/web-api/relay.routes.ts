import { relayed } from '@quatrain/contract/web-api/gateway.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ReadingWebApi } from '#gateways/web-api/web-api-for.ts'
import { serve } from '#kit/http/serve.ts'

const given = z.object({
  params: z.object({ id: z.string().optional() }).optional(),
  query: z.record(z.string(), z.string().optional()),
})

/**
 * Collections of the Web API that the console has no screens for, for clients that know their addresses from
 * `config_options`. Responses are passed on unchanged. If the Web API has no such address or document, the response
 * names the Web API as the source.
 */
export function relayRoutes(app: FastifyInstance, readingWebApi: ReadingWebApi) {
  const status = { message: 'Success', code: '200' }
  for (const { address, endpoint } of relayed) {
    serve(app, endpoint, async ({ tenant }, input) => {
      const { params, query } = given.parse(input)
      const one = params?.id === undefined ? [] : [params.id]
      const data = await readingWebApi(tenant).relay({ address: [...address, ...one], query })
      if (data) return { status, data }
      const where = `${one.length > 0 ? 'by this id ' : ''}at ${address.join('/')}`
      throw new AppError('not_found', `The Web API has nothing ${where}.`, { source: 'web-api' })
    })
  }
}
