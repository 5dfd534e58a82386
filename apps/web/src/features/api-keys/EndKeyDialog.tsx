import type { ApiKey } from '@quatrain/contract/resources/api-key.ts'
import { ConfirmWriteDialog } from '#kit/write/ConfirmWriteDialog.tsx'
import type { ConfirmationProps } from '#kit/write/use-previewed-write.ts'
import { Notice } from '#ui/Notice.tsx'

/** The only change of a key is its revocation. */
export type End = 'change' | 'delete'

interface Props extends ConfirmationProps {
  readonly end: End
  readonly record: ApiKey
}

const words = {
  change: { title: 'Revoke API key', verb: 'revoke' },
  delete: { title: 'Delete API key', verb: 'delete' },
} as const

/** The confirmation before a key is revoked or deleted; the name of an active key has to be typed. */
export function EndKeyDialog({ end, record, hasPreviewChanged, close }: Props) {
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
