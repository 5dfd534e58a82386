import { methodNotAllowed } from '@quatrain/platform/errors.ts'
import { refuseOtherMethods } from '@quatrain/platform/http/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { sourceOf } from './serve.ts'

/**
 * Refuses the methods that the declared paths do not have; to be called after all are registered. The key is checked
 * first, like for the other methods.
 */
export const refuseUndeclaredMethods = (app: FastifyInstance) =>
  refuseOtherMethods(
    app,
    app.registered.flatMap(({ endpoint }) => endpoint ?? []),
    {
      methods: ['GET', 'POST', 'PUT', 'DELETE', ...app.supportedMethods],
      configOf(endpoint) {
        const caller = endpoint.caller === 'api-key' ? {} : ({ caller: 'anyone', scope: undefined } as const)
        return { endpoint: { ...endpoint, ...caller, method: 'GET', precondition: undefined }, ...sourceOf(endpoint) }
      },
      options: (reply) => reply.code(204).send(),
      refusal: methodNotAllowed,
    },
  )
