import { TextInput } from '@mantine/core'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import { type ApiKey, apiKeys, rotateApiKey } from '@quatrain/contract/resources/api-key.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { writeOf } from '#kit/api/write.ts'
import { OverlapFields, useOverlap } from '#kit/fields/OverlapFields.tsx'
import { asLastSeen } from '#kit/page/visits.ts'
import { showSuccess } from '#kit/write/after-write.ts'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import type { JustSaved } from '#kit/write/last-save.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import type { ConfirmationProps } from '#kit/write/write-in-dialog.ts'
import { shortTime } from '#lib/dates.ts'
import { BusyButton, dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { apiKeyDefinition, revokingOf, showingToken } from './api-key-form.ts'

const done = { change: 'Changed', delete: 'Deleted' } as const
const doing = { change: 'changing', delete: 'deleting' } as const

/** Revokes or deletes a key after the user confirmed it. */
export function useEndKey(record: ApiKey, etag: string | undefined) {
  const navigate = useNavigate()
  const writeTo = {
    change: () => revokingOf(record),
    delete: () => apiKeyDefinition.writes.remove(keyIn(record, apiKeys.key.remove)),
  }
  return usePreviewedWrite<End>({
    definition: { ...apiKeyDefinition, failureTitle: 'Error' },
    doing: (end) => `${doing[end]} API key`,
    prepare: (end) => ({
      write: writeTo[end](),
      options: { ifMatch: etag },
      dialog: (props) => <EndKeyDialog end={end} record={record} {...props} />,
    }),
    onDone({ notices }, end) {
      const outcome = done[end]
      showSuccess(apiKeyDefinition, outcome, `API key successfully ${outcome.toLowerCase()}`, notices)
      const state: JustSaved = { kind: apiKeys.kind, key: record.key, outcome }
      void navigate(asLastSeen(apiKeyDefinition.paths.list), { state })
    },
  })
}

/** The only change of a key is its revocation. */
type End = 'change' | 'delete'

interface Props extends ConfirmationProps {
  readonly end: End
  readonly record: ApiKey
}

const words = {
  change: { title: 'Revoke API key', verb: 'revoke' },
  delete: { title: 'Delete API key', verb: 'delete' },
} as const

/** The confirmation before a key is revoked or deleted; the name of an active key has to be typed. */
function EndKeyDialog({ end, record, hasPreviewChanged, close }: Props) {
  const { title, verb } = words[end]
  const { key, name, revoked } = record
  return (
    <ConfirmWriteDialog
      title={title}
      isDestructive
      question={`Are you sure you want to ${verb} API key?`}
      object={key}
      typing={revoked ? undefined : { expected: name, label: `Type ${name} to ${verb} it` }}
      hasPreviewChanged={hasPreviewChanged}
      close={close}
    >
      <Notice kind="bad">{consequenceOf(end, record)} This cannot be undone.</Notice>
    </ConfirmWriteDialog>
  )
}

function consequenceOf(end: End, { used_by, tenant, revoked }: ApiKey): string {
  if (revoked) return 'It is revoked already. Its last use is deleted with it.'
  const participle = end === 'change' ? 'revoked' : 'deleted'
  if (used_by === 'webapi')
    return `Once it is ${participle}, the console cannot use it to call the Web API for ${tenant}.`
  return `Once it is ${participle}, all requests with it are refused.`
}

/** The new token, generated if it is empty, and until when the present one is accepted. */
interface Rotation {
  readonly token: string
  readonly previous_until: string | null
}

/** Replaces the token of a key after the user has chosen when the present one ends. */
export function RotateToken({ record, etag }: { readonly record: ApiKey; readonly etag: string | undefined }) {
  const rotating = usePreviewedWrite({
    definition: apiKeyDefinition,
    doing: () => 'replacing the token',
    prepare: async () => {
      const rotation = await dialogs.open<Rotation>((close) => <ChoiceDialog record={record} close={close} />)
      if (!rotation) return undefined
      const write = showingToken(writeOf(rotateApiKey, { body: { id: record.id, tenant: record.tenant, ...rotation } }))
      const dialog = (props: ConfirmationProps) => (
        <ConfirmWriteDialog
          title="Replace token"
          question="Are you sure you want to replace the token of this API key?"
          object={record.key}
          isDestructive={rotation.previous_until === null}
          {...props}
        >
          <Notice kind={rotation.previous_until === null ? 'bad' : 'info'}>{endOfToken(rotation)}</Notice>
        </ConfirmWriteDialog>
      )
      return { write, options: { ifMatch: etag }, dialog }
    },
    onDone: ({ notices }) => showSuccess(apiKeyDefinition, 'Changed', 'Token successfully replaced', notices),
  })
  return (
    <BusyButton variant="default" size="compact-sm" isBusy={rotating.isBusy} onClick={() => rotating.run()}>
      Replace token
    </BusyButton>
  )
}

const endOfToken = ({ previous_until: until }: Rotation): string =>
  until === null
    ? 'The current token ends at once. Clients that still use it are refused.'
    : `The current token is accepted until ${shortTime(until)}. After that, clients that still use it are refused.`

function ChoiceDialog({ record, close }: { readonly record: ApiKey; readonly close: (rotation?: Rotation) => void }) {
  const canOverlap = record.used_by !== 'webapi'
  const overlap = useOverlap(canOverlap)
  const { previous_until, problem } = overlap
  const [token, setToken] = useState('')
  return (
    <FormDialog
      title="Replace token"
      submit="Continue"
      cancel="Keep the token"
      isDisabled={problem !== undefined}
      onSubmit={() => close({ token, previous_until })}
      onCancel={() => close()}
    >
      {canOverlap ? (
        <OverlapFields overlap={overlap} />
      ) : (
        <Notice kind="info">The console uses the new token for the Web API at once. The Web API must know it.</Notice>
      )}
      <TextInput
        label="New token (optional)"
        description="It is generated if this is empty."
        classNames={{ input: 'mono' }}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
