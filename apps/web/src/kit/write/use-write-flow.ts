import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isApiError } from '#kit/api/api-error.ts'
import type { How, Write } from '#kit/api/write.ts'
import { capitalised } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.ts'
import { showWarning } from '#ui/WarningDialog.tsx'
import { refreshAfter, tellDone, tellFailure } from './after-write.ts'
import { type Ask, confirmAndSend } from './confirm-and-send.ts'
import type { JustSaved } from './just-saved.ts'
import type { FormShape } from './resource-form.ts'
import { offerUndo } from './undo.ts'
import { forgetUndo } from './undo-offer.ts'
import { useWriting } from './use-writing.ts'
import { WriteDialog } from './WriteDialog.tsx'

const done = { add: 'Added', change: 'Changed', delete: 'Deleted' } as const
const doing = { add: 'adding', change: 'changing', delete: 'deleting' } as const

interface Step<Values> {
  readonly action: keyof typeof done
  readonly write: Write
  readonly how: How
  readonly name: string
  /** What is stored, which undoing brings back. */
  readonly before: Values
}

interface Reactions<Values extends FieldValues> {
  readonly shape: FormShape<Values>
  readonly onDone: (saved: JustSaved) => void
  /** Somebody else changed the object. */
  readonly onStale: () => Promise<void>
  /** The server knows no such object, or nothing else that the write refers to. Answers whether the object is gone. */
  readonly onMissing: () => Promise<boolean>
  readonly onFields: (fields: Readonly<Record<string, string>>) => void
}

/** Asks the server what a write would do, shows that, makes the write, and tells how it went. */
export function useWriteFlow<Values extends FieldValues>(reactions: Reactions<Values>) {
  const { shape, onDone, onStale, onMissing, onFields } = reactions
  const { kind, label } = shape.resource
  const { one } = label
  const queries = useQueryClient()

  const writing = useWriting({
    mutationFn: (step: Step<Values>) => confirmAndSend(step.write, step.how, askWith(shape, step)),
    async onSuccess(written, { action, name, before }) {
      if (!written) return
      await refreshAfter(shape, queries)
      const how = done[action]
      tellDone(shape, how, `${capitalised(one)} successfully ${how.toLowerCase()}`, written.notices)
      onDone({ kind, key: name, how, undo: offerUndo({ shape, action, name, before, written }) })
    },
    async onError(error, { action, name }) {
      if (isApiError(error, 'partly_done')) {
        // It is stored all the same; what did not follow has to be read.
        await refreshAfter(shape, queries)
        forgetUndo()
        onDone({ kind, key: name, how: done[action] })
        return showWarning({ title: shape.warningTitle, lines: [error.message] })
      }
      if (isApiError(error, 'stale_version') && action !== 'add') return onStale()
      if (isApiError(error, 'not_found') && action !== 'add' && (await onMissing())) return
      if (isApiError(error)) onFields(error.fields)
      tellFailure(error, `${doing[action]} ${one}`, shape.failureTitle)
    },
  })
  const { run, isBusy, variables } = writing
  return { run, isBusy, isDeleting: isBusy && variables?.action === 'delete' }
}

/** The question that every form asks before it is saved. */
const askWith =
  <Values extends FieldValues>(shape: FormShape<Values>, { action, before, ...step }: Step<Values>): Ask =>
  (preview, hasMoved) =>
    dialogs.open<{ remark: string }>((close) =>
      createElement(WriteDialog<Values>, {
        shape,
        action,
        // What it is called up to now: others know no other name yet.
        name: shape.titleOf?.(before) ?? (action === 'add' ? step.name : shape.nameOf(before)),
        preview,
        hasMoved,
        close,
      }),
    )
