import { idField, type Resource } from '@quatrain/contract/kit/resource.ts'
import { inputFromDocument } from '@quatrain/contract/kit/stored-document.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { parseInput } from '@quatrain/platform/http/validation.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { unknown } from '#kit/versions/history.ts'
import { versionOf } from '#kit/versions/version-reads.ts'
import type { VersionSource } from '#kit/versions/version-source.ts'
import type { Context } from '#request/context/context.ts'
import { type Operation, registeredKind } from './kinds.ts'

/** The object to restore, by its key for reads, and the version, by its number or name. */
const restoreInput = z.strictObject({ key: z.string(), version: z.string() })

interface Reads {
  /** The object as it is now. Throws `not_found`. */
  readonly get: (ctx: Context, key: string) => Promise<object>
  readonly versions: (ctx: Context, key: string) => Promise<VersionSource | undefined>
}

/** The writes that restore. */
interface Writes {
  readonly change: Operation
  /** Absent if users cannot add such an object: then a deleted one cannot be restored. */
  readonly add?: Operation | undefined
}

/**
 * Registers the operation that restores a version: it changes the object to the document of the version. What the document
 * does not contain, such as the id, is taken from the object. A deleted object is added again, and its history goes on. It
 * throws `not_found` for an unknown object or version, `invalid_input` for a document that the contract does not accept any
 * more, and the errors of `change` and `add`.
 */
export function registerRestore(
  app: FastifyInstance,
  resource: Resource,
  { get, versions }: Reads,
  { add, change }: Writes,
): void {
  const kind = registeredKind(app, resource)
  kind.get = get
  kind.operations.set('restore', {
    endpoint: change.endpoint,
    read(json) {
      const { key, version } = parseInput(restoreInput, json)
      return async (ctx) => {
        const now = await get(ctx, key).catch(orMissing)
        const source = await versions(ctx, key)
        if (!source) throw unknown(resource)
        const { id, fields } = await versionOf(source, version)
        const content = inputFromDocument(resource, fields)
        if (!now) {
          const { deletion } = source.newest
          if (!add || !deletion) throw unknown(resource)
          const write = { ...ctx.write, restoredFrom: id, restoredObject: deletion.object }
          return add.read(content)({ ...ctx, write })
        }
        return change.read(inputOfChange(resource, now, content))({ ...ctx, write: { ...ctx.write, restoredFrom: id } })
      }
    },
  })
}

/** Undefined instead of the error of an object that does not exist. */
export function orMissing(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error
}

/** The input of a change of an object, as it is now, to this content: what that does not contain, such as the id, stays. */
export const inputOfChange = (resource: Resource, now: object, content: object | undefined) => ({
  ...onlyFields(resource.change, now),
  ...content,
  ...nameNow(resource, now),
})

/** The current name of an object that a change identifies by its name: side effects may have renamed it since the version. */
function nameNow(resource: Resource, now: object): object {
  const { read } = resource.key
  const isIdentifiedByName = typeof read === 'string' && resource.change && idField(resource) === undefined
  return isIdentifiedByName ? Object.fromEntries(Object.entries(now).filter(([field]) => field === read)) : {}
}

/** The fields of an object that the schema has. */
const onlyFields = (schema: z.ZodObject | undefined, object: object) =>
  Object.fromEntries(Object.entries(object).filter(([field]) => schema && Object.hasOwn(schema.shape, field)))
