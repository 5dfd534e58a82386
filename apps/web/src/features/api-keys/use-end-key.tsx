import { keyIn } from '@quatrain/contract/kit/resource.ts'
import { type ApiKey, apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { useNavigate } from 'react-router'
import { asLastSeen } from '#kit/page/list-memory.ts'
import { showSuccess } from '#kit/write/after-write.ts'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import type { JustSaved } from '#kit/write/last-save.tsx'
import { type ConfirmationProps, usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { Notice } from '#ui/Notice.tsx'
import { apiKeyDefinition, revokingOf } from './api-key-form.ts'

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
      ...{ write: writeTo[end](), options: { ifMatch: etag } },
      dialog: (props) => <EndKeyDialog {...{ end, record, ...props }} />,
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
