import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { useLocation, useNavigate } from 'react-router'
import type { WriteResult } from '#kit/api/write.ts'
import { loadPart } from '#lib/load-part.ts'
import type { SelectedObjects, Together, UndoDefinition } from './together.tsx'
import { usePreviewedWrite } from './use-previewed-write.ts'

interface Options extends UndoDefinition {
  readonly selection: SelectedObjects & { readonly clear: () => void }
  /** Makes the changes of objects that change requests cannot change. Its answer has the writes that take them back. */
  readonly changeMany?: Endpoint
}

/** Changes the selected objects of a kind in the same way: all or none, after a preview of all, and with one undo. */
export function useTogether({ selection, changeMany, ...definition }: Options) {
  const navigate = useNavigate()
  const offerUndo = useUndoOfMany(definition)
  const { many } = definition.resource.label
  return usePreviewedWrite<Together>({
    definition,
    failureTitle: `Error changing ${many}`,
    doing: () => `changing ${many}`,
    async prepare(together) {
      const { prepareTogether } = await loadPart(() => import('./together.tsx'))
      const leave = (address: string) => {
        selection.clear()
        void navigate(address)
      }
      return prepareTogether(definition.resource, selection, together, leave, changeMany)
    },
    async onDone({ record }) {
      const { changedIn } = await loadPart(() => import('./together.tsx'))
      const { count, undo: changeBack } = changedIn(record, changeMany)
      selection.clear()
      await offerUndo(count, changeBack)
    },
  })
}

/** Offers to take back a change of several objects, above their list. */
export function useUndoOfMany(definition: UndoDefinition) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return async (count: number, changeBack: () => Promise<WriteResult>) => {
    const { offerUndo } = await loadPart(() => import('./together.tsx'))
    const state = offerUndo(definition, count, changeBack)
    await navigate({ pathname, search }, { replace: true, preventScrollReset: true, state })
  }
}
