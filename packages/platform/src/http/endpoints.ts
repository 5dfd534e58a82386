import type { Declared } from '@quatrain/contract/kit/endpoint.ts'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of a route; pages, files and endpoints for operators have none. */
    endpoint?: Declared
  }
}

/** Admits requests by the callers of a program's endpoints, and holds the contexts of those that were admitted. */
export interface Admission<E extends Declared, Ctx extends object> {
  /** Admits each request to a declared endpoint before its body is read: `admit` returns its context, or throws a refusal. */
  begin(app: FastifyInstance, admit: (request: FastifyRequest, endpoint: E) => Promise<Ctx>): void
  /** The context of an admitted request. Throws for any other: there is no context without an admission. */
  contextOf(request: FastifyRequest): Ctx
}

/** The admission of one program. */
export function admission<E extends Declared, Ctx extends object>(): Admission<E, Ctx> {
  const contexts = new WeakMap<FastifyRequest, Ctx>()
  return {
    begin: (app, admit) =>
      app.addHook('onRequest', async (request) => {
        const { endpoint } = request.routeOptions.config
        // A program declares endpoints of one type.
        if (endpoint) contexts.set(request, await admit(request, endpoint as E))
      }),
    contextOf(request) {
      const ctx = contexts.get(request)
      if (!ctx) throw new Error(`${request.method} ${request.url} has no context: its endpoint is not declared.`)
      return ctx
    },
  }
}

interface OtherMethods<E extends Declared> {
  /** The methods of every address, in the order in which a response lists them. */
  readonly methods: Iterable<string>
  /** How the other methods of an address are admitted, by one of its endpoints; not at all by default. */
  readonly configOf?: (endpoint: E) => FastifyContextConfig
  /** Responds to `OPTIONS`, with the header `allow` set. */
  readonly options: (reply: FastifyReply) => FastifyReply
  /** The error for a method that an address does not have. */
  readonly refusal: (method: string) => Error
}

/** Responds with 405, and to `OPTIONS`, for the methods that the declared addresses do not have, before a body is read. */
export function refuseOtherMethods<E extends Declared>(
  app: FastifyInstance,
  endpoints: readonly E[],
  { methods, configOf = () => ({}), options, refusal }: OtherMethods<E>,
) {
  const all = [...new Set([...methods, 'OPTIONS'])]
  for (const [url, declared] of Map.groupBy(endpoints, ({ path }) => path)) {
    const [first] = declared
    const ownMethods = new Set(declared.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method])))
    const allow = [...all.filter((method) => ownMethods.has(method)), 'OPTIONS'].join(', ')
    app.route({
      method: all.filter((method) => !ownMethods.has(method)),
      url,
      schema: { hide: true },
      config: first ? configOf(first) : {},
      async onRequest({ method }, reply) {
        reply.header('allow', allow)
        if (method === 'OPTIONS') return options(reply)
        throw refusal(method)
      },
      handler: (_, reply) => reply,
    })
  }
}
