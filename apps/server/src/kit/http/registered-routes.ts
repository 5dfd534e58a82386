import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import type { FastifyInstance } from 'fastify'

/** A registered route. */
export interface RegisteredRoute {
  readonly method: string
  readonly url: string
  /** Its declaration; pages, files and endpoints for operators have none. */
  readonly endpoint: Endpoint | undefined
  /** Not part of the API's description. */
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
