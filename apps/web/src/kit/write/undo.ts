import { diff, size } from '@quatrain/contract/compare/compare.ts'
import { keyIn } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { Write, WriteResult } from '#kit/api/write.ts'
import { comparedFields } from '#kit/compare/comparable.ts'
import { capitalized } from '#lib/words.ts'
import type { FormDefinition } from './form-definition.ts'
import { forgetUndo, keepUndo } from './undo-offer.ts'

/** A completed write, and what its undo needs. */
interface Made<Values extends FieldValues> {
  readonly definition: FormDefinition<Values>
  readonly action: 'add' | 'change' | 'delete'
  readonly name: string
  /** What was stored before; ignored for an add. */
  readonly before: Values
  readonly write: Write
  readonly written: WriteResult
}

/**
 * Offers to undo a write. Returns the id of the offer; undefined if the server did not return the version that it
 * stored, because an undo could then overwrite another change.
 */
export function offerUndo<Values extends FieldValues>(made: Made<Values>): string | undefined {
  const { definition, action, name, written } = made
  const { resource, paths, sideEffects, warningTitle, warnsBy, failureTitle } = definition
  const canBeUndone = action === 'delete' ? !definition.deletesForGood : written.etag !== undefined
  if (!canBeUndone) {
    forgetUndo()
    return undefined
  }
  const isList = definition.joinDocuments !== undefined
  const what = isList
    ? `The list of ${resource.label.many}`
    : `${capitalized(resource.label.one)} ${(action !== 'add' && definition.titleOf?.(made.before)) || name}`
  const words = {
    add: { outcome: undefined, done: `${what} is deleted again` },
    change: { outcome: 'Restored', done: `${what} is as it was before` },
    delete: { outcome: 'Added again', done: `${what} is added again; its history goes on` },
  }[action]
  return keepUndo({
    definition: { resource, paths, sideEffects, warningTitle, warnsBy, failureTitle },
    name,
    what,
    hasHistory: !isList,
    ...words,
    undo: (queries) => undoWrite(made, queries),
    obstacle: (error) => {
      if (action === 'delete') return isApiError(error, 'already_exists') ? `${what} has been added since.` : undefined
      if (isApiError(error, 'not_found')) return `${what} has been deleted since.`
      return isApiError(error, 'stale_version') ? `${what} has been changed since.` : undefined
    },
  })
}

/** Uses the ordinary endpoints with the version that was saved, so that later changes are not lost. */
async function undoWrite<Values extends FieldValues>(made: Made<Values>, queries: QueryClient): Promise<WriteResult> {
  const { definition, action, before, write, written } = made
  const { add, change, remove } = definition.writes
  const ifMatch = written.etag
  if (write.reverse) return write.reverse(written).send({ ifMatch })
  if (action === 'delete') return add(before).send(await deletedVersion(made, queries))
  const key = keyIn(written.record, definition.resource.key.remove)
  if (action === 'add') return remove(key).send({ ifMatch })
  return change(before, key).send({ ifMatch, restoredFrom: await versionBefore(made, queries) })
}

/** The newest version of the deleted object, which is restored; nothing if its history cannot be read. */
async function deletedVersion<Values extends FieldValues>({ definition, name }: Made<Values>, queries: QueryClient) {
  const heads = resourceQueries(definition.resource).versionHeads(name)
  const { newest } = (await queries.fetchQuery({ ...heads, staleTime: 0 }).catch(() => undefined)) ?? {}
  return newest?.deletion ? { restoredFrom: newest.id, restoredObject: newest.deletion.object } : {}
}

/** The id of the version that is restored, which is recorded; undefined unless it is the last but one. */
async function versionBefore<Values extends FieldValues>(made: Made<Values>, queries: QueryClient) {
  const { definition, name, before } = made
  // Each object of a list has its own versions.
  if (definition.joinDocuments) return undefined
  const known = resourceQueries(definition.resource)
  const { versions } = await queries.fetchQuery({ ...known.versionHeads(name), staleTime: 0 })
  const id = versions[1]?.id
  if (id === undefined) return undefined
  const previous = await queries.fetchQuery({ ...known.version(name, String(id)), staleTime: 0 })
  const document = storedDocument(definition.resource, previous.fields)
  return document && size(diff(comparedFields(definition), definition.toDocument(before), document)) === 0
    ? id
    : undefined
}
