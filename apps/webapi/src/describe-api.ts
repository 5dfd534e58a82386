import { apiKeyHeader, errorEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { describeApi, describedAnswers, toLenientJsonSchema } from '@quatrain/platform/http/describe-api.ts'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Declaration } from '#kit/operation.ts'
import { headers, pathParameters, queryParameters } from '#kit/parameters.ts'

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
    transform(given) {
      const { operation, keys } = given.route.config ?? {}
      if (!operation || !keys) return { url: given.url, schema: { hide: true } }
      const { schema, url } = toLenientJsonSchema({ ...given, schema: schemasOf(operation, given.url) })
      const [, , , tag = ''] = url.split('/')
      return {
        url,
        schema: {
          ...schema,
          summary: operation.summary,
          tags: [tag],
          security: [{ [keys]: [] }],
          response: answersOf(operation, schema.response),
        },
      }
    },
  })

/** Bodies and parameters are read without these schemas, more leniently than they say. */
function schemasOf({ reads = {}, body, status, answer }: Declaration, url: string): FastifySchema {
  const parts = url.split('/')
  const params = Object.entries(pathParameters).filter(([name]) => parts.includes(`:${name}`))
  return {
    ...(params.length > 0 && { params: z.object(Object.fromEntries(params)) }),
    ...(reads.query && { querystring: z.object(declared(reads.query, queryParameters)) }),
    ...(reads.headers && { headers: z.object(declared(reads.headers, headers)) }),
    ...(body && { body }),
    response: { [status ?? 200]: answer },
  }
}

const declared = <Name extends string>(names: readonly Name[], all: Readonly<Record<Name, z.ZodType>>) =>
  Object.fromEntries(names.map((name) => [name, all[name]]))

function answersOf({ reads, status }: Declaration, response: FastifySchema['response']) {
  const known = reads?.headers?.includes('if-none-match')
  return {
    ...describedAnswers(response, () => (status === 201 ? 'Created' : 'OK')),
    ...(known && { 304: { type: 'null', description: 'The state has the `ETag` of `if-none-match`' } }),
  }
}
