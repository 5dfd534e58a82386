import { keyIn } from '@quatrain/contract/kit/resource.ts'
import { type ApiKey, apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { createElement } from 'react'
import { useNavigate } from 'react-router'
import { asLastSeen } from '#kit/page/list-memory.ts'
import { showSuccess } from '#kit/write/after-write.ts'
import type { JustSaved } from '#kit/write/last-save.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import { apiKeyDefinition, revokingOf } from './api-key-form.ts'
import { type End, EndKeyDialog } from './EndKeyDialog.tsx'

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
      dialog: (props) => createElement(EndKeyDialog, { end, record, ...props }),
    }),
    onDone({ notices }, end) {
      const outcome = done[end]
      showSuccess(apiKeyDefinition, outcome, `API key successfully ${outcome.toLowerCase()}`, notices)
      const state: JustSaved = { kind: apiKeys.kind, key: record.key, outcome }
      void navigate(asLastSeen(apiKeyDefinition.paths.list), { state })
    },
  })
}
