import { createElement } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isApiError } from '#kit/api/api-error.ts'
import type { Write, WriteOptions } from '#kit/api/write.ts'
import { capitalized } from '#lib/words.ts'
import { showWarning } from '#ui/dialogs.tsx'
import { showSuccess } from './after-write.ts'
import type { FormDefinition, WriteWords } from './form-definition.ts'
import type { JustSaved } from './last-save.tsx'
import { offerUndo } from './undo.ts'
import type { PreviewedWrite } from './use-previewed-write.ts'
import { WriteDialog } from './WriteDialog.tsx'

const done = { add: 'Added', change: 'Changed', delete: 'Deleted' } as const
const doing = { add: 'adding', change: 'changing', delete: 'deleting' } as const

interface Step<Values> {
  readonly action: keyof typeof done
  readonly write: Write
  readonly options: WriteOptions
  readonly name: string
  /** The stored values, which an undo restores. */
  readonly before: Values
  readonly words?: WriteWords | undefined
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
export function formWrite<Values extends FieldValues>(reactions: Reactions<Values>): PreviewedWrite<Step<Values>> {
  const { definition, onDone, onStale, onMissing, onFields } = reactions
  const { kind, label } = definition.resource
  return {
    definition,
    doing: ({ action }) => `${doing[action]} ${label.one}`,
    prepare: ({ write, options, action, before, name, words }) => ({
      ...{ write, options },
      dialog: (props) =>
        createElement(WriteDialog<Values>, {
          ...{ ...props, definition, action, words },
          // Other users still know it by this name.
          name: definition.titleOf?.(before) ?? (action === 'add' ? name : definition.nameOf(before)),
        }),
    }),
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
        showWarning({ title: definition.warningTitle, lines: [error.message] })
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
