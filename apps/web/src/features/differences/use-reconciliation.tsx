import { differenceEndpoints, type StoreDifference } from '@quatrain/contract/console/differences.ts'
import { useQueryClient } from '@tanstack/react-query'
import { writeOf } from '#kit/api/write.ts'
import { showSuccess } from '#kit/write/after-write.ts'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import type { Kind } from '#lib/kinds.ts'
import { capitalized, uncapitalized } from '#lib/words.ts'
import { bothQuery, differencesQuery } from './differences.queries.ts'
import { ReconciliationDialog } from './ReconciliationDialog.tsx'
import { wordsOf } from './reconciliation-words.ts'

interface Chosen {
  readonly action: 'adopt' | 'send' | 'discard'
  readonly groupname?: string
}

/** Removes a difference, once the user has confirmed its effects, and compares the stores again. */
export function useReconciliation(kind: Kind, difference: StoreDifference) {
  const { resource } = kind
  const queries = useQueryClient()
  const { apiid, name } = difference
  const definition = { resource, sideEffects: {}, warningTitle: 'Warning' }
  return usePreviewedWrite<Chosen>({
    definition,
    doing: ({ action }) => wordsOf(action, difference).doing,
    async prepare({ action, groupname }) {
      const endpoint = differenceEndpoints(resource)[action]
      const body = { apiid, ...(groupname !== undefined && { groupname }) }
      // The newest states: the preview shows them.
      const { etag } = await queries.fetchQuery({ ...bothQuery(resource, apiid), staleTime: 0 })
      const words = wordsOf(action, difference)
      return {
        ...{ write: writeOf(endpoint, { body }), options: { ifMatch: etag } },
        dialog: (props) => <ReconciliationDialog {...{ ...props, resource, name, words }} />,
      }
    },
    async onDone(written, { action }) {
      await queries.invalidateQueries({ queryKey: differencesQuery.queryKey })
      const words = wordsOf(action, difference)
      const subject = `${capitalized(resource.label.one)} ${name}`
      showSuccess(definition, words.title, `${subject}: ${uncapitalized(words.done)}.`, written.notices)
    },
    onFailure: () => queries.invalidateQueries({ queryKey: differencesQuery.queryKey }),
  })
}
