import { diff, size } from '@quatrain/contract/compare/compare.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/queries.ts'
import type { Write, WriteOptions, WriteResult } from '#kit/api/write.ts'
import { comparedFields } from '#kit/compare/comparable.ts'
import { loadPart } from '#lib/load-part.ts'
import { capitalized } from '#lib/words.ts'
import { showWarning } from '#ui/dialogs.tsx'
import { showSuccess } from './after-write.ts'
import type { FormDefinition, WriteWords } from './form-definition.ts'
import type { JustSaved } from './last-save.tsx'
import { forgetUndo, keepUndo } from './undo-offer.ts'
import type { PreviewedWrite } from './use-previewed-write.ts'

/** Loads the dialog before a save, which no form shows at first. */
export const loadWriteDialog = () => import('./WriteDialog.tsx')

const done = { add: 'Added', change: 'Changed', delete: 'Deleted' } as const
const doing = { add: 'adding', change: 'changing', delete: 'deleting' } as const

/** A write of a form, with the words and the dialog that it needs. */
export interface FormStep<Values> {
  readonly action: keyof typeof done
  readonly write: Write
  readonly options: WriteOptions
  readonly name: string
  /** The stored values, which an undo restores. */
  readonly before: Values
  readonly words?: WriteWords | undefined
  /** Adds the write to a change request instead; undefined if requests cannot have it. */
  readonly collect?: (() => void) | undefined
  /** The write sends other values than those that the form shows. */
  readonly isEdited?: boolean
}

interface Reactions<Values extends FieldValues> {
  readonly definition: FormDefinition<Values>
  /** Without the object if jobs do the rest later. */
  readonly onDone: (saved: JustSaved | undefined) => void
  /** Another user has changed the object. */
  readonly onStale: () => Promise<void>
  /** The object, or another one that the write refers to, does not exist. Returns whether it is the object. */
  readonly onMissing: () => Promise<boolean>
  readonly onFields: (fields: Readonly<Record<string, string>>) => void
}

/** The writes of a form for `usePreviewedWrite`, and how the form reacts to them. */
export function formWrite<Values extends FieldValues>(reactions: Reactions<Values>): PreviewedWrite<FormStep<Values>> {
  const { definition, onDone, onStale, onMissing, onFields } = reactions
  const { kind, label } = definition.resource
  return {
    definition,
    doing: ({ action }) => `${doing[action]} ${label.one}`,
    async prepare({ write, options, action, before, name, words, collect }) {
      const { WriteDialog } = await loadPart(loadWriteDialog)
      // Other users still know it by this name.
      const title = definition.titleOf?.(before) ?? (action === 'add' ? name : definition.nameOf(before))
      return {
        write,
        options,
        dialog: (props) =>
          createElement(WriteDialog<Values>, { ...props, definition, action, words, collect, name: title }),
      }
    },
    onDone(written, { action, name, before, write, words }) {
      const outcome = done[action]
      const { title, line } = words?.success ?? {
        title: outcome,
        line: `${capitalized(label.one)} successfully ${outcome.toLowerCase()}`,
      }
      showSuccess(definition, title, line, written.notices)
      const undo = offerUndo({ definition, action, name, before, write, written })
      onDone(written.notices.later === undefined ? { kind, key: name, outcome, undo } : undefined)
    },
    async handles(error, { action, name, isEdited = false }) {
      if (isApiError(error, 'partly_done')) {
        onDone({ kind, key: name, outcome: done[action] })
        // The warning about its side effects must be read.
        showWarning({ title: definition.warningTitle ?? 'Warning', lines: [error.message] })
        return true
      }
      if (isApiError(error, 'stale_version') && action !== 'add') {
        await onStale()
        return true
      }
      if (isApiError(error, 'not_found') && action !== 'add' && (await onMissing())) return true
      if (isApiError(error) && !isEdited) onFields(error.fields)
      return false
    },
  }
}

/** A completed write, and what its undo needs. */
interface LastWrite<Values extends FieldValues> {
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
function offerUndo<Values extends FieldValues>(last: LastWrite<Values>): string | undefined {
  const { definition, action, name, written } = last
  const { resource, paths, sideEffects, warningTitle, warnsBy, failureTitle } = definition
  const canBeUndone = action === 'delete' ? !definition.deletesForGood : written.etag !== undefined
  if (!canBeUndone) {
    forgetUndo()
    return undefined
  }
  const isList = definition.joinDocuments !== undefined
  const subject = isList
    ? `The list of ${resource.label.many}`
    : `${capitalized(resource.label.one)} ${(action !== 'add' && definition.titleOf?.(last.before)) || name}`
  const words = {
    add: { outcome: undefined, done: `${subject} is deleted again` },
    change: { outcome: 'Restored', done: `${subject} is as it was before` },
    delete: { outcome: 'Added again', done: `${subject} is added again; its history goes on` },
  }[action]
  return keepUndo({
    definition: { resource, paths, sideEffects, warningTitle, warnsBy, failureTitle },
    name,
    subject,
    hasHistory: !isList,
    ...words,
    undo: (queries) => undoWrite(last, queries),
    obstacle: (error) => {
      if (action === 'delete')
        return isApiError(error, 'already_exists') ? `${subject} has been added since.` : undefined
      if (isApiError(error, 'not_found')) return `${subject} has been deleted since.`
      return isApiError(error, 'stale_version') ? `${subject} has been changed since.` : undefined
    },
  })
}

/** Uses the ordinary endpoints with the version that was saved, so that later changes are not lost. */
async function undoWrite<Values extends FieldValues>(last: LastWrite<Values>, queries: QueryClient) {
  const { definition, action, before, write, written } = last
  const { add, change, remove } = definition.writes
  const ifMatch = written.etag
  if (write.reverse) return write.reverse(written).send({ ifMatch })
  if (action === 'delete') return add(before).send(await deletedVersion(last, queries))
  const key = keyIn(written.record, definition.resource.key.remove)
  if (action === 'add') return remove(key).send({ ifMatch })
  return change(before, key).send({ ifMatch, restoredFrom: await versionBefore(last, queries) })
}

/** The newest version of the deleted object, which is restored; nothing if its history cannot be read. */
async function deletedVersion<Values extends FieldValues>(
  { definition, name }: LastWrite<Values>,
  queries: QueryClient,
) {
  const heads = resourceQueries(definition.resource).versionHeads(name)
  const { newest } = (await queries.fetchQuery({ ...heads, staleTime: 0 }).catch(() => undefined)) ?? {}
  return newest?.deletion ? { restoredFrom: newest.id, restoredObject: newest.deletion.object } : {}
}

/** The id of the version that is restored, which is recorded; undefined unless it is the last but one. */
async function versionBefore<Values extends FieldValues>(last: LastWrite<Values>, queries: QueryClient) {
  const { definition, name, before } = last
  // Each object of a list has its own versions.
  if (definition.joinDocuments) return undefined
  const queriesOfKind = resourceQueries(definition.resource)
  const { versions } = await queries.fetchQuery({ ...queriesOfKind.versionHeads(name), staleTime: 0 })
  const id = versions[1]?.id
  if (id === undefined) return undefined
  const previous = await queries.fetchQuery({ ...queriesOfKind.version(name, String(id)), staleTime: 0 })
  const document = storedDocument(definition.resource, previous.fields)
  return document && size(diff(comparedFields(definition), definition.toDocument(before), document)) === 0
    ? id
    : undefined
}
