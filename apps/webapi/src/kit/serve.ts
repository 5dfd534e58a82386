import type { Database } from '@quatrain/platform/database/database.ts'
import { apiKeyHeader, errorEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { admitsJson } from './accept.ts'
import { type Caller, callerOf, may } from './callers.ts'
import { forbidden, methodNotAllowed, notAcceptable, unauthorized } from './refusals.ts'
import { type Db, scopeOf, scopeOfNobody, type Tables } from './tenancy.ts'

/** Everything a handler may use for one request. `db` is already bound to the caller's tenant. */
export interface Context {
  readonly db: Db
  readonly caller: Caller
  readonly now: Date
}

/** What was asked, as it came. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>
  /** Of a parameter that is repeated, the first. */
  readonly query: Readonly<Record<string, string>>
  readonly body: string
  readonly ifMatch: string | undefined
  /** Host and port as the caller knows them. */
  readonly host: string
}

export interface Answer {
  readonly body: object
  readonly etag?: string
}

/** One method of an address. There is no default for the right it takes. */
export interface Operation {
  readonly right: 'read' | 'write'
  /** What leaves the server; members it does not name are dropped. */
  readonly answer: z.ZodType
  readonly status?: 201
  handle(ctx: Context, asked: Asked): Promise<Answer>
}

/** Registers an address: its operations, `HEAD` and `OPTIONS`, and a refusal that says what there is for other methods. */
export type Serve = (path: `/${string}`, operations: Readonly<Partial<Record<Method, Operation>>>) => void

/** Where the API stands on its host. */
export const basePath = '/api/v2'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof methods)[number]

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
}

/** Serves below the prefix of `app`. Every request is checked in the order key, right, `Accept`, then what the handler checks. */
export function serverOn(app: FastifyInstance, { database, now }: { database: Database; now: () => Date }): Serve {
  const nobody = database.within<Tables>(scopeOfNobody)

  const admit = (right: Operation['right']) => async (request: FastifyRequest) => {
    const caller = await callerOf(nobody, String(request.headers[apiKeyHeader] ?? ''))
    if (!caller) throw unauthorized()
    if (!may(caller, right)) throw forbidden()
    if (!admitsJson(request.headers.accept)) throw notAcceptable()
    request.caller = caller
  }

  const answer = (operation: Operation) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller } = request
    if (!caller) throw unauthorized()
    const ctx = { db: database.within<Tables>(scopeOf(caller.tenant)), caller, now: now() }
    const { body, etag } = await operation.handle(ctx, askedBy(request))
    if (etag) reply.header('etag', etag)
    return reply.code(operation.status ?? 200).send(body)
  }

  return (path, operations) => {
    for (const method of methods) {
      const operation = operations[method]
      if (!operation) continue
      const response = { [operation.status ?? 200]: operation.answer, '4xx': errorEnvelope, '5xx': errorEnvelope }
      const onRequest = admit(operation.right)
      app.route({ method, url: path, schema: { response }, onRequest, handler: answer(operation) })
    }
    app.options(path, async (_, reply) =>
      reply.header('allow', 'GET, POST, DELETE, PUT, OPTIONS').type('text/plain; charset=utf-8').send(''),
    )
    const others = ['PATCH', ...methods.filter((method) => !operations[method])]
    const allowed = methods.filter((method) => operations[method]).flatMap((name) => (name === 'GET' ? [name, 'HEAD'] : [name]))
    app.route({
      method: others,
      url: path,
      async onRequest({ method }, reply) {
        reply.header('allow', [...allowed, 'OPTIONS'].join(', '))
        throw methodNotAllowed(method)
      },
      handler: async () => {},
    })
  }
}

const params = z.record(z.string(), z.string())
const query = z.record(
  z.string(),
  z.preprocess((value) => (Array.isArray(value) ? value[0] : value), z.string()),
)

const askedBy = (request: FastifyRequest): Asked => ({
  params: params.parse(request.params),
  query: query.parse(request.query),
  body: typeof request.body === 'string' ? request.body : '',
  ifMatch: request.headers['if-match'],
  host: request.host,
})
