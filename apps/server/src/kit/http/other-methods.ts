import { methodNotAllowed } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { sourceOf } from './serve.ts'

/**
 * Responds with 405, and to `OPTIONS`, for the methods that a declared path does not have; to be called after all are
 * registered. The key is checked first, like for the other methods.
 */
export function refuseOtherMethods(app: FastifyInstance) {
  const declared = app.registered.flatMap(({ endpoint }) => endpoint ?? [])
  for (const [url, endpoints] of Map.groupBy(declared, ({ path }) => path)) {
    const [first] = endpoints
    if (!first) continue
    const methods = new Set<string>(endpoints.map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    const allow = [...methods, 'OPTIONS'].join(', ')
    app.route({
      method: app.supportedMethods.filter((method) => !methods.has(method)),
      url,
      schema: { hide: true },
      config: {
        endpoint: {
          ...(first.caller === 'api-key' ? first : { ...first, caller: 'anyone' }),
          method: 'GET',
          precondition: undefined,
        },
        ...sourceOf(first),
      },
      // Before the body is read, because it is irrelevant.
      async onRequest(request, reply) {
        reply.header('allow', allow)
        if (request.method !== 'OPTIONS') throw methodNotAllowed(request.method)
        return reply.code(204).send()
      },
      handler: (_, reply) => reply,
    })
  }
}
