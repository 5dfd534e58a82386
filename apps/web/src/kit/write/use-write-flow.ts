import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isApiError } from '#kit/api/api-error.ts'
import type { Write, WriteOptions } from '#kit/api/write.ts'
import { capitalized } from '#lib/words.ts'
import { showWarning } from '#ui/WarningDialog.tsx'
import { refreshAfter, showFailure, showSuccess } from './after-write.ts'
import { type ConfirmationProps, confirmAndSend } from './confirm-and-send.ts'
import type { FormDefinition, WriteWords } from './form-definition.ts'
import type { JustSaved } from './just-saved.ts'
import { offerUndo } from './undo.ts'
import { forgetUndo } from './undo-offer.ts'
import { useWriting } from './use-writing.ts'
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

/** Previews a write, asks the user to confirm it, sends it, and reports the result. */
export function useWriteFlow<Values extends FieldValues>(reactions: Reactions<Values>) {
  const { definition, onDone, onStale, onMissing, onFields } = reactions
  const { kind, label } = definition.resource
  const { one } = label
  const queries = useQueryClient()

  const writing = useWriting({
    mutationFn: (step: Step<Values>) => confirmAndSend(step.write, step.options, confirmationOf(definition, step)),
    async onSuccess(written, { action, name, before, write, words }) {
      if (!written) return
      await refreshAfter(definition, queries)
      const outcome = done[action]
      const { title, line } = words?.success ?? {
        title: outcome,
        line: `${capitalized(one)} successfully ${outcome.toLowerCase()}`,
      }
      showSuccess(definition, title, line, written.notices)
      const undo = offerUndo({ definition, action, name, before, write, written })
      onDone(written.notices.later === undefined ? { kind, key: name, outcome, undo } : undefined)
    },
    async onError(error, { action, name, isEdited = false }) {
      if (isApiError(error, 'partly_done')) {
        // It is stored; the warning about its side effects must be read.
        await refreshAfter(definition, queries)
        forgetUndo()
        onDone({ kind, key: name, outcome: done[action] })
        return showWarning({ title: definition.warningTitle, lines: [error.message] })
      }
      if (isApiError(error, 'stale_version') && action !== 'add') return onStale()
      if (isApiError(error, 'not_found') && action !== 'add' && (await onMissing())) return
      if (isApiError(error) && !isEdited) onFields(error.fields)
      showFailure(error, `${doing[action]} ${one}`, definition.failureTitle)
    },
  })
  const { run, isBusy, variables } = writing
  return { run, isBusy, isDeleting: isBusy && variables?.action === 'delete' }
}

/** The dialog of every form before a save. */
const confirmationOf =
  <Values extends FieldValues>(definition: FormDefinition<Values>, { action, before, name, words }: Step<Values>) =>
  (props: ConfirmationProps) =>
    createElement(WriteDialog<Values>, {
      ...props,
      definition,
      action,
      words,
      // Other users still know it by this name.
      name: definition.titleOf?.(before) ?? (action === 'add' ? name : definition.nameOf(before)),
    })
