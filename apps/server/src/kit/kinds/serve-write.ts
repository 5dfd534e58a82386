import type { Endpoint, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Answered, serve } from '#kit/http/serve.ts'
import type { Context } from '#request/context.ts'
import { type Operation, type OperationName, registeredKind } from './kinds.ts'
import { perform } from './write.ts'

/**
 * Registers the operation of a kind that an endpoint performs on its body, and the endpoint. The request is performed as
 * data, like the same write from anywhere else.
 */
export function serveWrite<E extends Endpoint>(
  app: FastifyInstance,
  resource: Resource,
  name: OperationName,
  endpoint: E,
  run: (ctx: Context, body: InputOf<E>['body']) => Promise<Answered<E>>,
): void {
  const input = endpoint.body ?? z.never()
  // The schema has parsed the input, whether it comes from a request or from `readWrite`.
  const operation: Operation = { endpoint, input, run: (ctx, body) => run(ctx, body as InputOf<E>['body']) }
  serveOperation(app, resource, name, operation, ({ body }) => body)
}

/** The same for an endpoint whose operation has another input than its body. */
export function serveOperation(
  app: FastifyInstance,
  resource: Resource,
  name: OperationName,
  operation: Operation,
  inputOf: (request: InputOf<Endpoint>) => unknown,
): void {
  const { kind } = resource
  const { endpoint } = operation
  registeredKind(app, resource).operations.set(name, operation)
  serve(app, endpoint, (ctx, request) => {
    const base = endpoint.precondition === 'preview' ? ctx.write.ifPreviewMatch : ctx.write.ifMatch
    return perform(app.kinds, ctx, { kind, operation: name, input: inputOf(request), base })
  })
}
