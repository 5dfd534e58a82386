import { notices } from '@quatrain/contract/kit/notices.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { parseInput } from '@quatrain/platform/http/validation.ts'
import { z } from 'zod'
import { assertPrecondition } from '#kit/http/if-match.ts'
import type { Context } from '#request/context.ts'
import { admit } from '#request/request-context.ts'
import { type Kinds, type OperationName, operationNames } from './kinds.ts'

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
