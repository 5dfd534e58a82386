import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { methodNotAllowed } from '@quatrain/platform/errors.ts'
import { refuseOtherMethods } from '@quatrain/platform/http/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { sourceOf } from './serve.ts'

/** A registered route. */
export interface RegisteredRoute {
  readonly method: string
  readonly url: string
  /** The declaration of the route; pages, files and endpoints for operators have none. */
  readonly endpoint: Endpoint | undefined
  /** Whether the description of the API leaves the route out. */
  readonly isHidden: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly registered: readonly RegisteredRoute[]
  }
}

/** Lists every route that is registered after this call in `app.registered`, for rules about all of them. */
export function listRoutes(app: FastifyInstance) {
  const registered: RegisteredRoute[] = []
  app.decorate('registered', registered)
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    // The console declares endpoints of one type.
    const route = { url, endpoint: config?.endpoint as Endpoint | undefined, isHidden: schema?.hide === true }
    registered.push(...[method].flat().map((method) => ({ method, ...route })))
  })
}

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
