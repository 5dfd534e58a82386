import type { Endpoint, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Answered, serve } from '#kit/http/serve.ts'
import type { Context } from '#request/context.ts'
import { type Operation, type OperationName, operationNames, registeredKind } from './kinds.ts'
import { perform } from './write.ts'

/** The operation that an endpoint performs on its body. */
export function operation<E extends Endpoint>(
  endpoint: E,
  run: (ctx: Context, body: InputOf<E>['body']) => Promise<Answered<E>>,
): Operation {
  const input = endpoint.body ?? z.never()
  // The schema has parsed the input, whether it comes from a request or from `readWrite`.
  return { endpoint, input, run: (ctx, body) => run(ctx, body as InputOf<E>['body']) }
}

/**
 * Registers an operation of a kind, and its endpoint. The request is performed as data, like the same write from anywhere
 * else. `inputOf` is for an operation whose input is not the body of the request.
 */
export function registerOperation(
  app: FastifyInstance,
  resource: Resource,
  name: OperationName,
  operation: Operation,
  inputOf: (request: InputOf<Endpoint>) => unknown = ({ body }) => body,
): void {
  const { kind } = resource
  const { endpoint } = operation
  registeredKind(app, resource).operations.set(name, operation)
  serve(app, endpoint, (ctx, request) => {
    const base = endpoint.precondition === 'preview' ? ctx.write.ifPreviewMatch : ctx.write.ifMatch
    return perform(app.kinds, ctx, { kind, operation: name, input: inputOf(request), base })
  })
}

export type Operations = Partial<Record<OperationName, Operation>>

/** The same for several operations whose inputs are the bodies of their requests. */
export function registerOperations(app: FastifyInstance, resource: Resource, operations: Operations): void {
  for (const name of operationNames) {
    const operation = operations[name]
    if (operation) registerOperation(app, resource, name, operation)
  }
}
