import { successOf } from '@quatrain/contract/kit/endpoint.ts'
import { apiKeyHeader, errorEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { describeApi, describedAnswers, toLenientJsonSchema } from '@quatrain/platform/http/describe-api.ts'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#kit/endpoint.ts'
import { pathParameters } from '#kit/parameters.ts'

const keys = {
  tenants: { type: 'apiKey', in: 'header', name: apiKeyHeader, description: 'A key of the tenant.' },
  administrators: { type: 'apiKey', in: 'header', name: apiKeyHeader, description: 'A key of an administrator.' },
} as const

/** Describes all addresses that are registered after it. */
export const describeWebApi = (app: FastifyInstance) =>
  describeApi(app, {
    title: 'Quatrain Web API',
    about: 'What the monitoring engine, its connectors and the console read and write for a tenant.',
    securitySchemes: keys,
    error: errorEnvelope,
    transform(documented) {
      // This service declares endpoints of one type.
      const endpoint = documented.route.config?.endpoint as Endpoint | undefined
      if (!endpoint) return { url: documented.url, schema: { hide: true } }
      const { schema, url } = toLenientJsonSchema({ ...documented, schema: schemasOf(endpoint, documented.url) })
      const [, , , tag = ''] = url.split('/')
      return {
        url,
        schema: {
          ...schema,
          summary: endpoint.summary,
          tags: [tag],
          security: [{ [endpoint.caller === 'administrator' ? 'administrators' : 'tenants']: [] }],
          response: answersOf(endpoint, schema.response),
        },
      }
    },
  })

/** Bodies and parameters are read without these schemas, more leniently than they say. */
function schemasOf(endpoint: Endpoint, url: string): FastifySchema {
  const parts = url.split('/')
  const params = Object.entries(pathParameters).filter(([name]) => parts.includes(`:${name}`))
  const { query, headers, body, answer } = endpoint
  return {
    ...(params.length > 0 && { params: z.object(Object.fromEntries(params)) }),
    ...(query && Object.keys(query.shape).length > 0 && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
    response: { [successOf(endpoint)]: answer },
  }
}

function answersOf({ headers = z.object({}) }: Endpoint, response: FastifySchema['response']) {
  return {
    ...describedAnswers(response, (status) => (status === '201' ? 'Created' : 'OK')),
    ...('if-none-match' in headers.shape && {
      304: { type: 'null', description: 'The state has the `ETag` of `if-none-match`' },
    }),
  }
}
