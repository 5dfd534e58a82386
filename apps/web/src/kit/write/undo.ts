import { diff, size } from '@quatrain/contract/compare/compare.ts'
import { keyIn } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import type { WriteResult } from '#kit/api/write.ts'
import { comparedFields } from '#kit/compare/comparable.ts'
import { capitalized } from '#lib/words.ts'
import type { FormDefinition } from './form-definition.ts'
import { forgetUndo, keepUndo } from './undo-offer.ts'

/** A write that was made, with what it takes to take it back. */
interface Made<Values extends FieldValues> {
  readonly definition: FormDefinition<Values>
  readonly action: 'add' | 'change' | 'delete'
  readonly name: string
  /** What was stored before; of no meaning for an add. */
  readonly before: Values
  readonly written: WriteResult
}

/**
 * Offers the way back from a write. Answers with what the offer is known by; nothing where the server did not say which
 * version it has stored, since then nothing could be taken back without the danger of taking something else with it.
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
    delete: { outcome: 'Added again', done: `${what} is added again; its history begins anew` },
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

/** Through the ordinary endpoints and against the version that was saved, so that nothing done since is lost. */
async function undoWrite<Values extends FieldValues>(made: Made<Values>, queries: QueryClient): Promise<WriteResult> {
  const { definition, action, before, written } = made
  const { add, change, remove } = definition.writes
  const ifMatch = written.etag
  if (action === 'delete') return add(before).send({})
  const key = keyIn(written.record, definition.resource.key.remove)
  if (action === 'add') return remove(key).send({ ifMatch })
  return change(before, key).send({ ifMatch, restoredFrom: await versionBefore(made, queries) })
}

/** The version that is brought back, so that the new one can say so; nothing when it is not the one before the last. */
async function versionBefore<Values extends FieldValues>(made: Made<Values>, queries: QueryClient) {
  const { definition, name, before } = made
  // Each of several objects has versions of its own.
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
