import { requiredText } from '@quatrain/contract/kit/fields.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { Action } from '@quatrain/contract/policy.ts'
import { notFound } from '@quatrain/platform/errors.ts'
import { parseInput } from '@quatrain/platform/http/validation.ts'
import { z } from 'zod'
import { authorize } from '#kit/http/authorize.ts'
import { versionRequired } from '#kit/http/if-match.ts'
import type { Context } from '#request/context.ts'
import type { KeyInput, Kind, Kinds } from './kinds.ts'

const operations = ['add', 'change', 'remove'] as const

/** A write as data: it can be previewed, stored, reviewed, and performed later by another user. */
export interface Write {
  readonly kind: string
  readonly operation: (typeof operations)[number]
  /** The input of the contract for an add or a change; the key of the object to be removed. */
  readonly input: unknown
  /** The entity tag of the base version, or `*` for any. */
  readonly base?: string | undefined
}

const keyInput: z.ZodType<KeyInput> = z.strictObject({ key: requiredText(1024) })

const written = z.strictObject({
  kind: z.string(),
  operation: z.enum(operations),
  input: z.unknown(),
  base: z.string().optional(),
})

/**
 * Reads a write from JSON. Throws `not_found` for an unknown kind or operation, `invalid_input` with the fields that
 * the kind's own schema refuses.
 */
export function readWrite(kinds: Kinds, json: unknown): Write {
  const write = parseInput(written, json)
  const { resource } = operationOf(kinds, write)
  const schema = inputSchemaOf(resource, write.operation)
  return { ...write, input: parseInput(z.object({ input: schema }), { input: write.input }).input }
}

/**
 * Performs a write in the name of the user of `ctx`, as a dry run if its options say so. Returns the result of the
 * operation. Throws its errors, `not_allowed`, and `version_required` for a change or a delete without a base.
 */
export async function perform(kinds: Kinds, ctx: Context, write: Write): Promise<unknown> {
  const { resource, run } = operationOf(kinds, write)
  if (!resource.access[ctx.visitor.deployment]) throw missing()
  authorize(ctx, actions[write.operation], resource)
  if (write.operation !== 'add' && write.base === undefined) throw versionRequired()
  return run({ ...ctx, write: { ...ctx.write, ifMatch: write.base } }, write.input)
}

const actions: Readonly<Record<Write['operation'], Action>> = { add: 'add', change: 'change', remove: 'delete' }

const missing = () => notFound('Operation')

function operationOf(kinds: Kinds, { kind, operation }: Pick<Write, 'kind' | 'operation'>) {
  const found: Kind | undefined = kinds.get(kind)
  const run = found?.operations[operation]
  if (!found || !run) throw missing()
  return { resource: found.resource, run }
}

const inputSchemaOf = ({ add, change }: Resource, operation: Write['operation']): z.ZodType =>
  ({ add, change, remove: keyInput })[operation] ?? z.never()
