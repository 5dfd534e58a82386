import type { Notices } from '@quatrain/contract/kit/notices.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import type { FieldValues } from 'react-hook-form'
import { capitalised } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.ts'
import { tell } from '#ui/messages.ts'
import { type ApiError, isApiError } from './api-error.ts'
import type { FormShape } from './resource-form.ts'
import { resourceQueries } from './resource-queries.ts'
import { WriteDialog } from './WriteDialog.tsx'
import type { How, Write } from './write.ts'

const done = { add: 'Added', change: 'Changed', delete: 'Deleted' } as const
const doing = { add: 'adding', change: 'changing', delete: 'deleting' } as const

interface Step {
  readonly action: keyof typeof done
  readonly write: Write
  readonly how: How
  readonly name: string
}

interface Reactions<Values extends FieldValues> {
  readonly shape: FormShape<Values>
  readonly onDone: (done: string, name: string) => void
  /** Somebody else changed the object. */
  readonly onStale: () => Promise<void>
  readonly onFields: (fields: Readonly<Record<string, string>>) => void
}

/** Asks the server what a write would do, shows that, makes the write, and tells how it went. */
export function useWriteFlow<Values extends FieldValues>(reactions: Reactions<Values>) {
  const { shape, onDone, onStale, onFields } = reactions
  const { resource, alsoTouches, warningTitle } = shape
  const what = capitalised(resource.label.one)
  const queries = useQueryClient()

  const writing = useMutation({
    mutationFn: (step: Step) => confirmAndSend(shape, step),
    async onSuccess(notices, { action, name }) {
      if (!notices) return
      const touched = [resource.kind, ...Object.keys(alsoTouches)]
      await Promise.all(touched.map((kind) => queries.invalidateQueries({ queryKey: [kind], refetchType: 'none' })))
      // The list that comes next shows what is stored now, and not for a moment what was.
      await queries.refetchQueries({ queryKey: resourceQueries(resource).list().queryKey, type: 'inactive' })
      const { imported, deleted, warning, unavailable } = notices
      tell.success({
        title: done[action],
        lines: [`${what} successfully ${done[action].toLowerCase()}`, imported, deleted],
      })
      if (warning || unavailable) tell.warning({ title: warningTitle, lines: [warning, unavailable] })
      onDone(done[action], name)
    },
    async onError(error, { action }) {
      if (isApiError(error, 'not_authenticated')) return
      if (isApiError(error, 'stale_version') && action !== 'add') return onStale()
      if (isApiError(error)) onFields(error.fields)
      const usual = `${isApiError(error) ? storeOf(error) : 'Console error'} ${doing[action]} ${resource.label.one}`
      const requestId = isApiError(error) ? error.requestId : undefined
      tell.error({ title: titleOf(error), lines: [error.message || usual], requestId })
    },
  })
  return { run: writing.mutate, isBusy: writing.isPending }
}

/** Nothing when the person thought better of it. */
async function confirmAndSend<Values extends FieldValues>(
  shape: FormShape<Values>,
  { action, write, how, name }: Step,
): Promise<Notices | undefined> {
  for (let hasMoved = false; ; hasMoved = true) {
    const preview = await write.preview(how)
    const answer = await dialogs.open<{ remark: string }>((close) =>
      createElement(WriteDialog<Values>, { shape, action, name, preview, hasMoved, close }),
    )
    if (!answer) return undefined
    try {
      return await write.send({ ...how, remark: answer.remark, ifPreviewMatch: preview.preview })
    } catch (error) {
      // Either the object or what the write would touch has moved. The next preview tells which.
      if (!isApiError(error, 'stale_version')) throw error
    }
  }
}

function titleOf(error: Error): string {
  if (!isApiError(error)) return 'Error'
  if (error.code === 'in_use') return 'Unable to delete'
  if (error.code === 'not_allowed') return 'Not allowed'
  if (error.code === 'stale_version') return 'Changed meanwhile'
  return storeOf(error)
}

const storeOf = ({ source }: ApiError) => (source === 'web-api' ? 'Web API error' : 'Internal API error')
