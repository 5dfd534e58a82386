import { TextInput } from '@mantine/core'
import { type ApiKey, rotateApiKey } from '@quatrain/contract/resources/api-key.ts'
import { useState } from 'react'
import { writeOf } from '#kit/api/write.ts'
import { OverlapFields, useOverlap } from '#kit/fields/OverlapFields.tsx'
import { showSuccess } from '#kit/write/after-write.ts'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import { type ConfirmationProps, usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { shortTime } from '#lib/dates.ts'
import { BusyButton } from '#ui/BusyButton.tsx'
import { dialogs } from '#ui/dialogs.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { apiKeyDefinition, showingToken } from './api-key-form.ts'

interface Props {
  readonly record: ApiKey
  readonly etag: string | undefined
}

/** The new token, generated if it is empty, and until when the present one is accepted. */
interface Rotation {
  readonly token: string
  readonly previous_until: string | null
}

/** Replaces the token of a key after the user has chosen when the present one ends. */
export function RotateToken({ record, etag }: Props) {
  const rotating = usePreviewedWrite({
    definition: apiKeyDefinition,
    doing: () => 'replacing the token',
    prepare: async () => {
      const rotation = await dialogs.open<Rotation>((close) => <ChoiceDialog {...{ record, close }} />)
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
          <Notice kind={rotation.previous_until === null ? 'bad' : 'info'}>{consequenceOf(rotation)}</Notice>
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

const consequenceOf = ({ previous_until: until }: Rotation): string =>
  until === null
    ? 'The current token ends at once. Clients that still use it are refused.'
    : `The current token is accepted until ${shortTime(until)}. After that, clients that still use it are refused.`

interface ChoiceProps {
  readonly record: ApiKey
  readonly close: (rotation?: Rotation) => void
}

function ChoiceDialog({ record, close }: ChoiceProps) {
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
