import swagger from '@fastify/swagger'
import { acceptsUserKeys, type Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { errorBody } from '@quatrain/contract/kit/errors.ts'
import { csrf, shownUserHeader } from '@quatrain/contract/session.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { version } from '@quatrain/platform/version.ts'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { apiPage } from './api-page.ts'

const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })

/**
 * The OpenAPI description of all endpoints that are registered after it: as a page at `/api/docs`, and as a document
 * below it.
 */
export async function describeApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quatrain',
        version,
        description: 'Internal API of the console, and the machine API that monitoring boxes read.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: { securitySchemes, schemas: { Error: errorSchema } },
    },
    transform(given) {
      const { schema, url } = toJsonSchema(given)
      const { endpoint } = given.route.config ?? {}
      return { url, schema: endpoint && !schema.hide ? described(endpoint, schema) : schema }
    },
  })
  let page: string | undefined
  app.get('/api/docs/openapi.json', { schema: { hide: true } }, () => app.swagger())
  app.get('/api/docs', { schema: { hide: true } }, (_, reply) => {
    page ??= apiPage(app.swagger())
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sessionid',
    description:
      'Set by signing in. Called `sessionid` where the console is reached without TLS. The header ' +
      `\`${shownUserHeader}\` can name the expected user of the session, as a percent-encoded username.`,
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: csrf.header,
    description: `Repeats the cookie \`${csrf.cookie}\`, which is set with the first response.`,
  },
  key: { type: 'apiKey', in: 'header', name: apiKeyHeader, description: 'A key of the tenant.' },
  userKey: { type: 'apiKey', in: 'header', name: apiKeyHeader, description: 'A key of the user, for scripts.' },
  publicToken: { type: 'apiKey', in: 'header', name: apiKeyHeader, description: 'The token of `public_apikey`.' },
} as const

/** Written once for all endpoints. The plugin's types cover only a part of JSON Schema. */
const errorSchema: object = { ...z.toJSONSchema(errorBody), $schema: undefined }

/** The parts of the declaration besides the schemas in `schema`. */
function described(endpoint: Endpoint, schema: FastifySchema): FastifySchema {
  const { method, query } = endpoint
  const canRunDry = query !== undefined && 'dry_run' in query.shape
  const ok = canRunDry && method === 'POST' ? 'With `dry_run`: what it would do' : 'OK'
  const answers = Object.entries(answersByStatus.parse(schema.response)).map(([status, answer]) => {
    return [status, { 'x-response-description': status === '201' ? 'Created' : ok, ...answer }]
  })
  return {
    ...schema,
    security: securityOf(endpoint),
    ...(canRunDry && { headers: preconditionHeaders(endpoint) }),
    response: {
      ...Object.fromEntries(answers),
      ...(method === 'DELETE' && { 204: { type: 'null', description: 'Success without a body' } }),
      '4xx': errorAnswer('Refused: nothing has changed'),
      '5xx': errorAnswer('Failed'),
    },
  }
}

const answersByStatus = z.record(z.string(), z.looseObject({}))

/** `x-response-description` is the plugin's keyword for the description of a response. */
const errorAnswer = (description: string) => ({ description, $ref: '#/components/schemas/Error' })

/** A dry run needs no preview, so the header is not always required. */
const preconditionHeaders = ({ precondition }: Endpoint) => ({
  type: 'object',
  properties: {
    ...(precondition === 'version' && { 'if-match': ifMatch }),
    'if-preview-match': precondition === 'preview' ? neededPreview : preview,
  },
  ...(precondition === 'version' && { required: ['if-match'] }),
})

const ifMatch = {
  type: 'string',
  description: 'The `ETag` of the object that was read; `*` for any state',
}
const preview = { type: 'string', description: 'The `preview` of the dry run that this repeats' }
const neededPreview = {
  type: 'string',
  description: 'The `preview` of the dry run that this repeats; needed without `dry_run`; `*` for whatever is affected',
}

type Security = readonly { readonly [Scheme in keyof typeof securitySchemes]?: readonly string[] }[]

/** Any one of these is sufficient; empty if the endpoint is public. */
function securityOf(endpoint: Endpoint): Security {
  const { caller, method, csrf } = endpoint
  const scripts = acceptsUserKeys(endpoint) ? [{ userKey: [] }] : []
  const csrfToken = method === 'GET' ? {} : { csrf: [] }
  if (caller === 'api-key') return [{ key: [] }]
  if (caller === 'public-token') return [{ session: [] }, { publicToken: [] }, ...scripts]
  if (caller === 'anyone' && csrf === 'own-origin') return [csrfToken, {}]
  if (caller === 'anyone' && csrf === 'cross-site') return []
  if (caller === 'anyone') return method === 'GET' ? [] : [csrfToken]
  return [{ session: [], ...csrfToken }, ...scripts]
}
