import { Textarea } from '@mantine/core'
import {
  actOnChangeRequest,
  type ChangeRequest,
  changeChangeRequest,
  type RequestAction,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/api/call.ts'
import { RequestTexts } from '#kit/write/AddToRequest.tsx'
import { showFailure, useWriting } from '#kit/write/use-writing.ts'
import { capitalized, counted } from '#lib/words.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { tell } from '#ui/messages.ts'

/** A write on a change request: its dialog asks for a text, and an error of a field is shown there. */
export type Step = RequestAction | 'approve' | 'apply' | 'edit' | { readonly removedIndex: number }

type Content = Pick<ChangeRequest, 'title' | 'description' | 'link' | 'writes'>

interface Seen {
  readonly request: ChangeRequest
  readonly etag: string | undefined
  /** The digest of the effect that the user has seen. */
  readonly preview: string | undefined
}

const successTitles: Readonly<Record<RequestAction | 'approve' | 'apply', string>> = {
  comment: 'Comment added',
  submit: 'Submitted for review',
  refuse: 'Refused',
  unschedule: 'Taken from the schedule',
  withdraw: 'Withdrawn',
  approve: 'Approved',
  apply: 'Applied',
}

/** Makes a step with the request as the user has seen it, and reads everything again, also if the step was refused. */
export function useRequestActions({ request, etag, preview }: Seen) {
  const queries = useQueryClient()
  const params = { id: request.id }
  const edit = ({ title, description, link, writes }: Content) => {
    const submitted = writes.map(({ kind, operation, input }) => ({ kind, operation, input }))
    return call(
      changeChangeRequest,
      { params, body: { title, description, link, writes: submitted } },
      { ifMatch: etag },
    )
  }
  const acting = useWriting({
    async mutationFn(step: Step) {
      if (typeof step === 'object') {
        return edit({ ...request, writes: request.writes.filter((_, index) => index !== step.removedIndex) })
      }
      if (step === 'edit') {
        return dialogs.open<ChangeRequest>((close) => (
          <TextsDialog request={request} save={(texts) => edit({ ...request, ...texts })} close={close} />
        ))
      }
      const text = await dialogs.open<string>((close) => <ActionDialog action={step} request={request} close={close} />)
      if (text === undefined) return undefined
      return step === 'approve' || step === 'apply'
        ? call(settleChangeRequest, { params, body: { action: step, effects: preview ?? '', text } })
        : call(actOnChangeRequest, { params, body: { action: step, text } })
    },
    onSuccess(changed, step) {
      if (changed) tell.success({ title: typeof step === 'object' || step === 'edit' ? 'Saved' : successTitles[step] })
    },
    onError: (error) => showFailure(error, 'changing the change request', 'Change request not changed'),
    onEnd: () => queries.invalidateQueries({ queryKey: ['change-requests'] }),
  })
  return { act: acting.run, isBusy: acting.isBusy }
}

const questions: Readonly<Record<RequestAction | 'approve' | 'apply', (request: ChangeRequest) => string>> = {
  comment: () => 'Everybody who sees the change request can read it.',
  submit: () => 'Superusers can approve it. Until then, nothing changes.',
  refuse: () => 'It becomes a draft again, with your reason.',
  unschedule: () => 'It will not be applied at its time, and becomes what it was before.',
  withdraw: () => 'It will not be applied. It stays in the list with its comments.',
  approve: () => 'You approve the effect that the page shows. An edit, or another effect, voids the approval.',
  apply: ({ writes }) =>
    `${counted(writes.length, 'change')} will be made now, all or none, in the name of the author.`,
}

const dialogTitles: Partial<Record<ActionProps['action'], string>> = {
  submit: 'submit for review',
  unschedule: 'take from the schedule',
}

interface ActionProps {
  readonly action: RequestAction | 'approve' | 'apply'
  readonly request: ChangeRequest
  readonly close: (text?: string) => void
}

/** Asks for a text about a step, which a comment and a refusal need. */
function ActionDialog({ action, request, close }: ActionProps) {
  const [text, setText] = useState('')
  const isNeeded = action === 'comment' || action === 'refuse'
  const title = capitalized(dialogTitles[action] ?? action)
  return (
    <FormDialog
      title={`${title}: ${request.title}`}
      submit={title}
      isDisabled={isNeeded && text.trim() === ''}
      onSubmit={() => close(text)}
      onCancel={() => close()}
    >
      <p>{questions[action](request)}</p>
      <Textarea
        label={action === 'refuse' ? 'Reason' : isNeeded ? 'Comment' : 'Comment (optional)'}
        rows={4}
        maxLength={4000}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

type Texts = Pick<ChangeRequest, 'title' | 'description' | 'link'>

interface TextsProps {
  readonly request: Texts
  readonly save: (texts: Texts) => Promise<ChangeRequest>
  readonly close: (request?: ChangeRequest) => void
}

/** Edits the texts of a request; what was typed stays if they are refused. */
function TextsDialog({ request, save, close }: TextsProps) {
  const { title, description, link } = request
  const [texts, setTexts] = useState<Texts>({ title, description, link })
  const [failure, setFailure] = useState<Error>()
  const saving = useWriting({ mutationFn: () => save(texts), onSuccess: close, onError: setFailure })
  return (
    <FormDialog
      title="Edit change request"
      submit="Save"
      isBusy={saving.isBusy}
      isDisabled={texts.title.trim() === ''}
      failure={failure}
      onSubmit={() => saving.run()}
      onCancel={() => close()}
    >
      <RequestTexts texts={texts} failure={failure} onChange={setTexts} />
    </FormDialog>
  )
}
