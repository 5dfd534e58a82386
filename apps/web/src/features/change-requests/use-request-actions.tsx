import { Textarea, TextInput } from '@mantine/core'
import {
  actOnChangeRequest,
  type ChangeRequest,
  changeChangeRequest,
  invertChanges,
  maxConfirmMinutes,
  type RequestComment,
  settleChangeRequest,
} from '@quatrain/contract/change-requests/change-request.ts'
import type { RequestStep } from '@quatrain/contract/change-requests/request-steps.ts'
import { problemOfDue } from '@quatrain/contract/kit/roll-out-choice.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#kit/api/call.ts'
import { MomentInput } from '#kit/page/DateInput.tsx'
import { RequestTexts } from '#kit/write/AddToRequest.tsx'
import { showFailure, useWriting } from '#kit/write/use-writing.ts'
import { inDays } from '#lib/dates.ts'
import { paths } from '#lib/paths.ts'
import { dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { tell } from '#ui/messages.ts'

/** What the user does with a change request after a dialog that asks for a text. */
type AskedStep = Exclude<RequestStep, 'edit' | 'revert'>

type Commented = NonNullable<RequestComment['about']>

/** What the user does with a change request, or with one of its writes. */
type Step = RequestStep | { readonly removedIndex: number } | { readonly about: Commented }

type Content = Pick<ChangeRequest, 'title' | 'description' | 'link' | 'writes'>

interface Seen {
  readonly request: ChangeRequest
  readonly etag: string | undefined
  /** The digest of the effect that the user has seen. */
  readonly preview: string | undefined
}

interface StepWords {
  readonly label: string
  readonly explanation: string
  readonly success: string
  readonly textLabel?: 'Comment' | 'Reason'
}

/** The words of the steps. A comment and a refusal need a text. */
export const stepWords: Readonly<Record<AskedStep, StepWords>> = {
  comment: {
    label: 'Comment',
    explanation: 'Everybody who sees the change request can read it.',
    success: 'Comment added',
    textLabel: 'Comment',
  },
  submit: {
    label: 'Submit for review',
    explanation: 'Others can approve it. Until it is applied, nothing changes.',
    success: 'Submitted for review',
  },
  refuse: {
    label: 'Refuse',
    explanation: 'It becomes a draft again, with your reason.',
    success: 'Refused',
    textLabel: 'Reason',
  },
  withdraw: {
    label: 'Withdraw',
    explanation: 'It will not be applied. It stays in the list with its comments.',
    success: 'Withdrawn',
  },
  approve: {
    label: 'Approve',
    explanation: 'You approve the effect that the page shows. An edit, or another effect, voids the approval.',
    success: 'Approved',
  },
  apply: {
    label: 'Apply',
    explanation: 'All changes are made now, or none, in the name of the author.',
    success: 'Applied',
  },
  schedule: {
    label: 'Schedule',
    explanation: 'All changes are made at that time, or none, in the name of the author.',
    success: 'Scheduled',
  },
  unschedule: {
    label: 'Take from the schedule',
    explanation: 'It will not be applied at its time, and becomes what it was before.',
    success: 'Taken from the schedule',
  },
  confirm: {
    label: 'Confirm',
    explanation: 'What was applied stays. It is not taken back by itself any more.',
    success: 'Confirmed',
  },
  'take-back': {
    label: 'Take back now',
    explanation: 'A new change request takes back all changes now, or none, in the name of the author.',
    success: 'Taken back',
  },
}

/** Makes a step with the request as the user has seen it, and reads everything again, also if the step was refused. */
export function useRequestActions({ request, etag, preview }: Seen) {
  const queries = useQueryClient()
  const navigate = useNavigate()
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
      if (typeof step === 'object' && 'about' in step) return takeStep('comment', request, preview, step.about)
      if (typeof step === 'object') {
        return edit({ ...request, writes: request.writes.filter((_, index) => index !== step.removedIndex) })
      }
      if (step === 'edit') {
        return dialogs.open<ChangeRequest>((close) => (
          <TextsDialog request={request} save={(texts) => edit({ ...request, ...texts })} close={close} />
        ))
      }
      if (step === 'revert') return call(invertChanges, { body: { request: request.id } })
      return takeStep(step, request, preview)
    },
    onSuccess(changed, step) {
      if (!changed) return
      const askedStep = typeof step === 'object' && 'about' in step ? 'comment' : step
      const words =
        typeof askedStep === 'object' || askedStep === 'edit' || askedStep === 'revert'
          ? undefined
          : stepWords[askedStep]
      tell.success({ title: words?.success ?? (step === 'revert' ? 'Added as a draft' : 'Saved') })
      if (step === 'revert') void navigate(paths.changeRequest(changed.id))
    },
    onError: showRefusal,
    onEnd: () => queries.invalidateQueries({ queryKey: ['change-requests'] }),
  })
  return { act: acting.run, isBusy: acting.isBusy }
}

const showRefusal = (error: Error) => showFailure(error, 'changing the change request', 'Change request not changed')

/** Confirms an applied request, or has it taken back. */
export function useConfirmation(request: Pick<ChangeRequest, 'id' | 'title'>) {
  const queries = useQueryClient()
  return useWriting({
    mutationFn: (step: 'confirm' | 'take-back') => takeStep(step, request),
    onSuccess: (changed, step) => changed && tell.success({ title: stepWords[step].success }),
    onError: showRefusal,
    onEnd: () => queries.invalidateQueries({ queryKey: ['change-requests'] }),
  })
}

/** Makes a step after its dialog; undefined if the user has cancelled it. `preview` is the digest of the effect that the user has seen. */
async function takeStep(
  step: AskedStep,
  { id, title }: Pick<ChangeRequest, 'id' | 'title'>,
  preview = '',
  about?: Commented,
) {
  const answer = await dialogs.open<Answer>((close) => (
    <StepDialog step={step} title={about?.name ?? title} close={close} />
  ))
  if (!answer) return undefined
  const params = { id }
  return step === 'approve' || step === 'apply' || step === 'schedule'
    ? call(settleChangeRequest, { params, body: { action: step, effects: preview, ...answer } })
    : call(actOnChangeRequest, { params, body: { action: step, text: answer.text, about } })
}

interface Answer {
  readonly text: string
  /** When the request is applied, if it is scheduled. */
  readonly at?: string
  /** Minutes in which it has to be confirmed after it was applied. */
  readonly confirm_within?: number
}

interface StepDialogProps {
  readonly step: AskedStep
  /** That of the request, or the object that a comment is about. */
  readonly title: string
  readonly close: (answer?: Answer) => void
}

/** Asks for a text about a step, for the time of a scheduled one, and for that in which an applied one has to be confirmed. */
function StepDialog({ step, title, close }: StepDialogProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState<string | null>(() => inDays(1))
  const { label, explanation, textLabel } = stepWords[step]
  const [minutes, setMinutes] = useState('')
  const isScheduled = step === 'schedule'
  const isApplied = step === 'apply' || isScheduled
  const problem = isScheduled ? problemOfDue(at ?? '', new Date()) : undefined
  const isInvalid = !/^\d*$/.test(minutes) || minutes === '0' || Number(minutes) > maxConfirmMinutes
  return (
    <FormDialog
      title={`${label}: ${title}`}
      submit={label}
      isDisabled={problem !== undefined || isInvalid || (textLabel !== undefined && text.trim() === '')}
      onSubmit={() =>
        close({
          text,
          ...(isScheduled && { at: at ?? '' }),
          ...(minutes !== '' && { confirm_within: Number(minutes) }),
        })
      }
      onCancel={() => close()}
    >
      <p>{explanation}</p>
      {isScheduled && <MomentInput label="Apply at" error={problem} moment={at} onChange={setAt} />}
      {isApplied && (
        <TextInput
          label="Minutes to confirm it (optional)"
          description="Unless somebody confirms it within this time, it is taken back by itself."
          error={isInvalid && `Must be a number from 1 to ${maxConfirmMinutes}`}
          inputMode="numeric"
          autoComplete="off"
          value={minutes}
          onChange={(event) => setMinutes(event.currentTarget.value.trim())}
        />
      )}
      <Textarea
        label={textLabel ?? 'Comment (optional)'}
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
