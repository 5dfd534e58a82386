import { errorEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import type { Database } from '@quatrain/platform/database/database.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admissionTo } from './admission.ts'
import { askedBy } from './asked-by.ts'
import type { Operation } from './operation.ts'
import { methodNotAllowed, unauthorized } from './refusals.ts'
import { scopeOf, type Tables } from './tenancy.ts'

/** Where the API stands on its host. */
export const basePath = '/api/v2'

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

type Operations = Readonly<Partial<Record<(typeof methods)[number], Operation>>>

/** Registers an address: its operations, `HEAD` and `OPTIONS`, and a refusal that says what there is for other methods. */
export type Serve = (path: `/${string}`, operations: Operations) => void

/** Serves below the prefix of `app`. Whoever asks is admitted first; then a handler checks what is its own to check. */
export function serverOn(app: FastifyInstance, { database, now }: { database: Database; now: () => Date }): Serve {
  const admit = admissionTo(database)

  const answer = (operation: Operation) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller } = request
    if (!caller) throw unauthorized()
    const ctx = { db: database.within<Tables>(scopeOf(caller.tenant)), caller, now: now() }
    const { body, etag } = await operation.handle(ctx, askedBy(request))
    reply.code(operation.status ?? 200).header('cache-control', 'no-store')
    return (etag ? reply.header('etag', etag) : reply).send(body)
  }

  return (path, operations) => {
    for (const method of methods) {
      const operation = operations[method]
      if (!operation) continue
      const response = { [operation.status ?? 200]: operation.answer, '4xx': errorEnvelope, '5xx': errorEnvelope }
      const onRequest = admit(operation.right)
      app.route({ method, url: path, schema: { response }, onRequest, handler: answer(operation) })
    }
    serveOptions(app, path)
    refuseOtherMethods(app, path, operations)
  }
}

/** Browsers ask this before a call to another host. The list is the same for every address of a kind. */
function serveOptions(app: FastifyInstance, path: string) {
  app.options(path, async (_, reply) =>
    reply.header('allow', 'GET, POST, DELETE, PUT, OPTIONS').type('text/plain; charset=utf-8').send(''),
  )
}

function refuseOtherMethods(app: FastifyInstance, path: string, operations: Operations) {
  const there = methods.filter((method) => operations[method])
  const allow = [...there.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method])), 'OPTIONS'].join(', ')
  app.route({
    method: ['PATCH', ...methods.filter((method) => !operations[method])],
    url: path,
    async onRequest({ method }, reply) {
      reply.header('allow', allow)
      throw methodNotAllowed(method)
    },
    handler: async () => {},
  })
}
