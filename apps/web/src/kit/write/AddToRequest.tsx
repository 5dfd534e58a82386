import { Select, Textarea, TextInput } from '@mantine/core'
import {
  addChangeRequest,
  type ChangeRequest,
  type ChangeRequestHead,
  changeChangeRequest,
  type StoredWrite,
  type SubmittedWrite,
} from '@quatrain/contract/change-requests/change-request.ts'
import { mayTake } from '@quatrain/contract/change-requests/request-steps.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { changeRequestQuery, changeRequestsQuery } from '#kit/api/change-requests.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useWriting } from './use-writing.ts'

/** A write for a change request, and the name of its object there. */
export interface Collectable extends Pick<StoredWrite, 'name'> {
  readonly write: SubmittedWrite
}

interface Props {
  /** At least one, of one kind. */
  readonly collected: readonly Collectable[]
  readonly onFields: (fields: Readonly<Record<string, string>>) => void
  readonly close: (request?: ChangeRequest) => void
}

const forNewOne = 'new'

/** Asks for the change request that writes are added to, a new one or an open one of the user, and adds them. */
export function AddToRequestDialog({ collected, onFields, close }: Props) {
  const queries = useQueryClient()
  const { user } = useConsoleContext().caller
  const { data, error } = useQuery({ ...changeRequestsQuery(), staleTime: 0 })
  const writes = collected.map(({ write }) => write)
  const names = new Set(collected.map(({ name }) => name))
  const kind = writes[0]?.kind ?? ''
  const [name = ''] = names
  const { data: withObject } = useQuery({ ...changeRequestsQuery({ kind, name }), enabled: names.size === 1 })
  const isOwn = (request: ChangeRequestHead) => mayTake(user, 'edit', request)
  const ownRequests = (data ?? []).filter(isOwn)
  const usualRequest = withObject?.find(isOwn) ?? ownRequests[0]
  const [choice, setChoice] = useState<string>()
  const requestId = choice ?? (usualRequest ? String(usualRequest.id) : forNewOne)
  const [texts, setTexts] = useState<Texts>({ title: '', description: '', link: '' })
  const [failure, setFailure] = useState<Error>()
  const adding = useWriting({
    mutationFn: () => {
      if (requestId === forNewOne) return call(addChangeRequest, { body: { ...texts, writes } })
      return addTo(Number(requestId))
    },
    onSuccess: close,
    onError(error) {
      setFailure(error)
      if (isApiError(error)) onFields(fieldsOfInput(error.fields))
    },
  })
  /** Replaces what the request has for the objects. */
  const addTo = async (id: number) => {
    const { request, etag } = await queries.fetchQuery({ ...changeRequestQuery(id), staleTime: 0 })
    const { title, description, link } = request
    const otherWrites = request.writes.filter((stored) => stored.kind !== kind || !names.has(stored.name))
    const submittedWrites = otherWrites.map(({ kind, operation, input }) => ({ kind, operation, input }))
    const body = { title, description, link, writes: [...submittedWrites, ...writes] }
    return call(changeChangeRequest, { params: { id }, body }, { ifMatch: etag })
  }
  const state = ownRequests.find(({ id }) => String(id) === requestId)?.state
  return (
    <FormDialog
      title="Add to change request"
      submit="Add to change request"
      isBusy={adding.isBusy}
      isDisabled={(!data && !error) || (requestId === forNewOne && texts.title.trim() === '')}
      failure={failure ?? error ?? undefined}
      onSubmit={() => adding.run()}
      onCancel={() => close()}
    >
      <p>Nothing changes until the request is applied.</p>
      <Select
        label="Change request"
        data={[
          { value: forNewOne, label: 'A new change request' },
          ...ownRequests.map(({ id, title }) => ({ value: String(id), label: `${id}: ${title}` })),
        ]}
        value={requestId}
        allowDeselect={false}
        onChange={(value) => setChoice(value ?? undefined)}
      />
      {state === 'approved' && (
        <Notice kind="warning">The request is approved. Adding to it voids the approval.</Notice>
      )}
      {requestId === forNewOne && (
        <RequestTexts
          texts={texts}
          failure={failure}
          onChange={(next) => {
            setTexts(next)
            // What is typed is for a new one, also if open ones are loaded meanwhile.
            setChoice(forNewOne)
          }}
        />
      )}
    </FormDialog>
  )
}

/** What was refused of the only write that is new. */
const fieldsOfInput = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, message]) => {
      const field = /^writes\.\d+\.input\.(.+)$/.exec(path)?.[1]
      return field === undefined ? [] : [[field, message]]
    }),
  )

type Texts = Pick<ChangeRequest, 'title' | 'description' | 'link'>

interface TextsProps {
  readonly texts: Texts
  /** Why the texts were refused, with the problem of each field. */
  readonly failure: Error | undefined
  readonly onChange: (texts: Texts) => void
}

/** The fields of the texts of a change request. */
export function RequestTexts({ texts, failure, onChange }: TextsProps) {
  const problems: Readonly<Record<string, string>> = isApiError(failure) ? failure.fields : {}
  const field = (name: keyof Texts, label: string) => ({
    label,
    value: texts[name],
    error: problems[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...texts, [name]: value }),
  })
  return (
    <>
      <TextInput {...field('title', 'Title')} maxLength={200} data-autofocus />
      <Textarea {...field('description', 'Description (optional)')} rows={3} maxLength={4000} />
      <TextInput {...field('link', 'Link to a ticket (optional)')} type="url" placeholder="https://" />
    </>
  )
}
