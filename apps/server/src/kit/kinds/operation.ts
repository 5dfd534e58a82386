import type { Endpoint, InputOf } from '@quatrain/contract/kit/endpoint.ts'
import { optionalText } from '@quatrain/contract/kit/fields.ts'
import { notices, twinLine } from '@quatrain/contract/kit/notices.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { parseInput } from '@quatrain/platform/http/validation.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { assertPrecondition } from '#kit/http/authorize.ts'
import { type Answered, parsed, serve } from '#kit/http/serve.ts'
import { outsideNotes } from '#kit/references/outside-names.ts'
import { capitalized } from '#kit/resource/label.ts'
import type { Context } from '#request/context/context.ts'
import { admit } from '#request/context/request-context.ts'
import { directWrite } from './direct-writes.ts'
import { type Kinds, type Operation, type OperationName, operationNames, registeredKind } from './kinds.ts'

/** An operation that requests perform too. */
interface ServedOperation extends Operation {
  readonly serve: (app: FastifyInstance, resource: Resource, name: OperationName) => void
}

/** The operation that an endpoint performs on its body. */
export const operation = <E extends Endpoint>(
  endpoint: E,
  run: (ctx: Context, body: InputOf<E>['body']) => Promise<Answered<E>>,
): ServedOperation => ({
  endpoint,
  read(json) {
    const { body } = parsed(endpoint, { body: parseInput(endpoint.body ?? z.never(), json) })
    return (ctx) => run(ctx, body)
  },
  serve: (app, resource, name) =>
    serve(app, endpoint, async (ctx, { body }) =>
      withWarnings(app.kinds, ctx, await run(await directWrite(ctx, resource, name), body)),
    ),
})

/** Any key that an address can have, which may consist of several segments. */
const keyInput = z.strictObject({ key: optionalText(4096) })

/** The operation that an endpoint performs on the object at its address; as data, its input is `{ key }`. */
export const removal = <E extends Endpoint>(
  endpoint: E,
  keyOf: (params: unknown) => string,
  run: (ctx: Context, key: string) => Promise<Answered<E>>,
): ServedOperation => ({
  endpoint,
  read(json) {
    const { key } = parseInput(keyInput, json)
    return (ctx) => run(ctx, key)
  },
  serve: (app, resource, name) =>
    serve(app, endpoint, async (ctx, { params }) =>
      withWarnings(app.kinds, ctx, await run(await directWrite(ctx, resource, name), keyOf(params))),
    ),
})

export type Operations = Partial<Record<(typeof operationNames)[number], ServedOperation>>

/** Registers operations of a kind, and their endpoints, which the rule of the tenant can close. */
export function registerOperations(app: FastifyInstance, resource: Resource, operations: Operations): void {
  for (const name of operationNames) {
    const operation = operations[name]
    if (!operation) continue
    registeredKind(app, resource).operations.set(name, operation)
    operation.serve(app, resource, name)
  }
}

/**
 * A write as data: it can be stored, previewed, reviewed, and performed later by another user. `input` is the request body of the
 * contract; the key of an object to remove; the key and version of an object to restore. `base` is what the write is based on: an
 * entity tag or, for many objects at once, a preview digest; `*` for any.
 */
const written = z.strictObject({
  kind: z.string(),
  operation: z.enum(operationNames),
  input: z.unknown(),
  base: z.string().optional(),
})

export type Write = z.input<typeof written>

/**
 * Reads a write from JSON. Throws `not_found` if the kind or its operation does not exist, `invalid_input` with the fields
 * that the schema of the operation refuses. What it returns performs the write as the user in the context, or previews it if the
 * write options contain `dryRun`: it throws `not_allowed`, `version_required` if the operation needs a base and the write has none,
 * and the errors of the operation. A request is admitted before its body is read; such a write is admitted here.
 */
export function readWrite(kinds: Kinds, json: unknown): (ctx: Context) => Promise<unknown> {
  const { kind, operation, input, base } = parseInput(written, json)
  const registeredOperation = kinds.get(kind)?.operations.get(operation)
  if (!registeredOperation) throw operationNotFound()
  const { endpoint } = registeredOperation
  const run = registeredOperation.read(input)
  return async (ctx) => {
    if (!endpoint.deployments.includes(ctx.caller.deployment)) throw operationNotFound()
    admit(endpoint, ctx)
    // The effect that was tried in the same transaction before is more than what the write is based on.
    const { ifPreviewMatch = base } = ctx.write
    const based = endpoint.precondition === 'preview' ? { ifPreviewMatch } : { ifMatch: base }
    const write = { ...ctx.write, ...based }
    assertPrecondition(endpoint, write)
    return withWarnings(kinds, ctx, await run({ ...ctx, write }))
  }
}

const operationNotFound = () => notFound('Operation')

/**
 * The response with warnings about what refers to missing objects, such as `Metric disk will be missing in thresholds profiles of NORTH:
 * LIMITS.`, about new names that the Web API does not have, and about names that people could take for that of the written one.
 */
export async function withWarnings<Response>(kinds: Kinds, ctx: Context, response: Response): Promise<Response> {
  const { twins, missingNames } = ctx.recording
  const labelOf = (kind: string) => kinds.get(kind)?.resource.label ?? { one: kind, many: kind }
  const missingLines = Map.groupBy(missingNames ?? [], ({ target, refersTo, tenant, kind }) => {
    const owner = tenant === ctx.tenant.name ? '' : ` of ${tenant}`
    return `${capitalized(labelOf(target).one)} ${refersTo} will be missing in ${labelOf(kind).many}${owner}`
  })
  const twinLines = (twins ?? []).map(({ kind, name }) => twinLine(labelOf(kind).one, name))
  // No transaction waits for the Web API.
  const outsideLines = ctx.db.isTransaction ? [] : await outsideNotes(kinds, ctx)
  if (
    missingLines.size + outsideLines.length + twinLines.length === 0 ||
    typeof response !== 'object' ||
    response === null
  )
    return response
  const { warning } = notices.pick({ warning: true }).parse(response)
  const sentences = [...missingLines].map(
    ([line, objects]) => `${line}: ${objects.map(({ name }) => name).join(', ')}.`,
  )
  const lines = [...sentences, ...(warning === undefined ? [] : [warning]), ...outsideLines, ...twinLines]
  return Object.assign({}, response, { warning: lines.join('\n') })
}
