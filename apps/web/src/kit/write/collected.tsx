import type { ChangeRequest } from '@quatrain/contract/change-requests/change-request.ts'
import { isCollected } from '@quatrain/contract/kit/resource.ts'
import type { FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { Write, WriteOptions } from '#kit/api/write.ts'
import { loadPart } from '#lib/load-part.ts'
import { paths } from '#lib/paths.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { tell } from '#ui/messages.ts'
import type { Collectable } from './AddToRequest.tsx'
import { type FormDefinition, rowsOfList } from './form-definition.ts'
import { useWriting } from './use-writing.ts'

interface FormWrite<Values> {
  readonly action: 'add' | 'change' | 'delete'
  readonly write: Write
  readonly options: Pick<WriteOptions, 'ifMatch' | 'restoredFrom' | 'restoredObject'>
  /** The key of the stored object in a delete. */
  readonly stored?: string | undefined
  /** The name in the form; the stored one is in `before`. */
  readonly name: string
  readonly before: Values
  /** The form shows the version that it restores, as it was. */
  readonly isUnedited?: boolean
}

/** The writes of a form as data. A deleted object comes back by the restore of its version, with its history. */
function collectable<Values extends FieldValues>(
  { resource: { kind }, nameOf, collectedAs }: FormDefinition<Values>,
  { action, write, options, stored = '', name, before, isUnedited = false }: FormWrite<Values>,
): Collectable[] {
  const { ifMatch: base, restoredFrom, restoredObject } = options
  if (action === 'delete')
    return [{ name: nameOf(before), write: { kind, operation: 'remove', input: { key: stored }, base } }]
  if (restoredObject !== undefined && restoredFrom !== undefined && isUnedited) {
    return [{ name, write: { kind, operation: 'restore', input: { key: name, version: String(restoredFrom) } } }]
  }
  const input = { ...Object(write.inputOf(options).body) }
  // When it is applied, its effect has to be the one that was seen.
  if (collectedAs === 'replaceAll') return [{ name: '', write: { kind, operation: 'replaceAll', input } }]
  if (collectedAs === 'add')
    return rowsOfList(input).map((row) => ({ name: String(row.name), write: { kind, operation: 'add', input: row } }))
  if (action === 'add') return [{ name, write: { kind, operation: 'add', input } }]
  return [{ name: nameOf(before), write: { kind, operation: 'change', input, base } }]
}

/** Loads the dialog that asks for the request. */
const loadAddToRequest = () => import('./AddToRequest.tsx')

interface Reactions {
  readonly onDone: () => void
  /** Gets what the server refuses, by the paths of the input. */
  readonly onFields?: (fields: Readonly<Record<string, string>>) => void
}

/** Adds writes of one kind to a change request that the user chooses, and then opens the request. */
export function useAddToRequest({ onDone, onFields = () => undefined }: Reactions) {
  const navigate = useNavigate()
  return useWriting({
    async mutationFn(collected: readonly Collectable[]) {
      const { AddToRequestDialog } = await loadPart(loadAddToRequest)
      return dialogs.open<ChangeRequest>((close) => (
        <AddToRequestDialog collected={collected} onFields={onFields} close={close} />
      ))
    },
    onSuccess(request) {
      if (!request) return
      tell.success({ title: 'Added to the change request', lines: [request.title] })
      onDone()
      void navigate(paths.changeRequest(request.id))
    },
    doing: 'adding to the change request',
  })
}

/** Whether change requests can have the writes of this form, and what adds one. */
export function useCollecting<Values extends FieldValues>(definition: FormDefinition<Values>, reactions: Reactions) {
  const { run } = useAddToRequest(reactions)
  const { resource, joinDocuments, collectedAs } = definition
  const isPossible = (action: FormWrite<Values>['action']) =>
    (joinDocuments === undefined || (collectedAs !== undefined && action !== 'delete')) &&
    isCollected(resource, action === 'delete' ? 'remove' : (collectedAs ?? action))
  return { isPossible, collect: (formWrite: FormWrite<Values>) => run(collectable(definition, formWrite)) }
}
