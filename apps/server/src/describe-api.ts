import { csrf, shownUserHeader } from '@quatrain/contract/accounts/session.ts'
import { configuredKinds, schemaPath } from '@quatrain/contract/configuration/configured-kinds.ts'
import { objectSchema } from '@quatrain/contract/configuration/object-schema.ts'
import { acceptsUserKeys, type Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { errorBody } from '@quatrain/contract/kit/errors.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { describeApi, describedAnswers, toJsonSchema } from '@quatrain/platform/http/describe-api.ts'
import type { FastifyInstance, FastifySchema } from 'fastify'

/** Describes all endpoints that are registered after it. */
export const describeConsole = (app: FastifyInstance) =>
  describeApi(app, {
    title: 'Quatrain',
    about: 'Internal API of the console, and the machine API that monitoring boxes read.',
    securitySchemes,
    error: errorBody,
    transform(route) {
      const { schema, url } = toJsonSchema(route)
      const { endpoint } = route.route.config ?? {}
      // The console declares endpoints of one type.
      return { url, schema: endpoint && !schema.hide ? described(endpoint as Endpoint, schema) : schema }
    },
  })

/** Serves the JSON Schemas of files of the configuration to editors, which have no session. */
export function serveSchemas(app: FastifyInstance): void {
  for (const kind of configuredKinds) {
    app.get(schemaPath(kind.resource.kind), { schema: { hide: true } }, () => objectSchema(kind))
  }
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

/** The parts of the declaration besides the schemas in `schema`. */
function described(endpoint: Endpoint, schema: FastifySchema): FastifySchema {
  const { method, query } = endpoint
  const canRunDry = query !== undefined && 'dry_run' in query.shape
  const ok = canRunDry && method === 'POST' ? 'With `dry_run`: what it would do' : 'OK'
  return {
    ...schema,
    security: securityOf(endpoint),
    ...(canRunDry && { headers: preconditionHeaders(endpoint) }),
    response: {
      ...describedAnswers(schema.response, (status) => (status === '201' ? 'Created' : ok)),
      ...(method === 'DELETE' && { 204: { type: 'null', description: 'Success without a body' } }),
    },
  }
}

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
