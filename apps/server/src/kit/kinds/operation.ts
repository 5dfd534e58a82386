import type { Endpoint, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { notices } from '@quatrain/contract/kit/notices.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { parseInput } from '@quatrain/platform/http/validation.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { assertPrecondition } from '#kit/http/authorize.ts'
import { type Answered, serve } from '#kit/http/serve.ts'
import type { Context } from '#request/context.ts'
import { admit } from '#request/request-context.ts'
import { type Kinds, type Operation, type OperationName, operationNames, registeredKind } from './kinds.ts'

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
 * Registers an operation of a kind, and its endpoint. A request has been admitted when it arrives here; the same write from
 * anywhere else is admitted by `perform`. `inputOf` is for an operation whose input is not the body of the request.
 */
export function registerOperation(
  app: FastifyInstance,
  resource: Resource,
  name: OperationName,
  operation: Operation,
  inputOf: (request: InputOf<Endpoint>) => unknown = ({ body }) => body,
): void {
  registeredKind(app, resource).operations.set(name, operation)
  serve(app, operation.endpoint, async (ctx, request) =>
    withTwins(app.kinds, ctx, await operation.run(ctx, inputOf(request))),
  )
}

export type Operations = Partial<Record<OperationName, Operation>>

/** The same for several operations whose inputs are the bodies of their requests. */
export function registerOperations(app: FastifyInstance, resource: Resource, operations: Operations): void {
  for (const name of operationNames) {
    const operation = operations[name]
    if (operation) registerOperation(app, resource, name, operation)
  }
}

/** A write as data: it can be stored, previewed, reviewed, and performed later by another user. */
export interface Write {
  readonly kind: string
  readonly operation: OperationName
  /** The request body of the contract; the key of an object to remove; the key and version of an object to restore. */
  readonly input: unknown
  /** What the write is based on: an entity tag or, for many objects at once, a preview digest; `*` for any. */
  readonly base?: string | undefined
}

const written = z.strictObject({
  kind: z.string(),
  operation: z.enum(operationNames),
  input: z.unknown(),
  base: z.string().optional(),
})

/**
 * Reads a write from JSON. Throws `not_found` if the kind or its operation does not exist, `invalid_input` with the fields
 * that the schema of the operation refuses.
 */
export function readWrite(kinds: Kinds, json: unknown): Write {
  const write = parseInput(written, json)
  const schema = operationOf(kinds, write).input
  return { ...write, input: parseInput(z.object({ input: schema }), { input: write.input }).input }
}

/**
 * Performs a write as the user in the context, or previews it if the context's write options contain `dryRun`. Returns the
 * response of the operation. Throws `not_allowed`, `version_required` if the operation needs a base and the write has none,
 * and the errors of the operation.
 */
export async function perform(kinds: Kinds, ctx: Context, { base, input, ...name }: Write): Promise<unknown> {
  const { endpoint, run } = operationOf(kinds, name)
  if (!endpoint.deployments.includes(ctx.visitor.deployment)) throw missing()
  admit(endpoint, ctx)
  const based = endpoint.precondition === 'preview' ? { ifPreviewMatch: base } : { ifMatch: base }
  const write = { ...ctx.write, ...based }
  assertPrecondition(endpoint, write)
  return withTwins(kinds, ctx, await run({ ...ctx, write }, input))
}

/** The response with a warning about names that people could take for that of the written object. */
function withTwins(kinds: Kinds, { recording }: Context, response: unknown): unknown {
  const twins = recording.twins ?? []
  if (twins.length === 0 || typeof response !== 'object' || response === null) return response
  const lines = twins.map(({ kind, name }) => {
    const what = kinds.get(kind)?.resource.label.one ?? kind
    return `There is also the ${what} ${name}: the names differ only in capital letters.`
  })
  const { warning } = notices.pick({ warning: true }).parse(response)
  return { ...response, warning: [...(warning === undefined ? [] : [warning]), ...lines].join('\n') }
}

const missing = () => notFound('Operation')

function operationOf(kinds: Kinds, { kind, operation }: Pick<Write, 'kind' | 'operation'>) {
  const found = kinds.get(kind)?.operations.get(operation)
  if (!found) throw missing()
  return found
}
