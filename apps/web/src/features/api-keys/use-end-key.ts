import { keyIn } from '@quatrain/contract/kit/resource.ts'
import { type ApiKey, apiKeys } from '@quatrain/contract/resources/api-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { useNavigate } from 'react-router'
import { isApiError } from '#kit/api/api-error.ts'
import { resourceQueries } from '#kit/api/resource-queries.ts'
import { asLastSeen } from '#kit/page/list-memory.ts'
import { refreshAfter, tellDone, tellFailure } from '#kit/write/after-write.ts'
import { confirmAndSend } from '#kit/write/confirm-and-send.ts'
import type { JustSaved } from '#kit/write/just-saved.ts'
import { forgetUndo } from '#kit/write/undo-offer.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { dialogs } from '#ui/dialogs.ts'
import { apiKeyDefinition, revokingOf } from './api-key-form.ts'
import { type End, EndKeyDialog } from './EndKeyDialog.tsx'

const done = { change: 'Changed', delete: 'Deleted' } as const
const doing = { change: 'changing', delete: 'deleting' } as const

/** Revokes or deletes a key after that was confirmed. There is no way back, so none is offered. */
export function useEndKey(record: ApiKey, etag: string | undefined) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const writeTo = {
    change: () => revokingOf(record),
    delete: () => apiKeyDefinition.writes.remove(keyIn(record, apiKeys.key.remove)),
  }
  const ending = useWriting({
    mutationFn: (end: End) =>
      confirmAndSend(writeTo[end](), { ifMatch: etag }, (_, hasPreviewChanged) =>
        dialogs.open((close) => createElement(EndKeyDialog, { end, record, hasPreviewChanged, close })),
      ),
    async onSuccess(written, end) {
      if (!written) return
      forgetUndo()
      await refreshAfter(apiKeyDefinition, queries)
      const outcome = done[end]
      tellDone(apiKeyDefinition, outcome, `API key successfully ${outcome.toLowerCase()}`, written.notices)
      const state: JustSaved = { kind: apiKeys.kind, key: record.key, outcome }
      void navigate(asLastSeen(apiKeyDefinition.paths.list), { state })
    },
    onError(error, end) {
      tellFailure(error, `${doing[end]} API key`, 'Error')
      if (isApiError(error, 'stale_version')) {
        void queries.refetchQueries({ queryKey: resourceQueries(apiKeys).details(record.key).queryKey })
      }
    },
  })
  return { run: ending.run, isBusy: ending.isBusy }
}
