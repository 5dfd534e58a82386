import type { Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { useLocation, useNavigate } from 'react-router'
import { loadPart } from '#lib/load-part.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'
import { counted } from '#lib/words.ts'
import type { FormDefinition } from './form-definition.ts'
import type { JustSaved } from './last-save.tsx'
import type { Together } from './together.tsx'
import { keepUndo } from './undo-offer.ts'
import { usePreviewedWrite } from './use-previewed-write.ts'

interface Options extends Pick<FormDefinition<never>, 'sideEffects'> {
  readonly resource: Resource
  readonly paths: ResourcePaths
  /** Makes the changes of objects that change requests cannot change. Its answer has the writes that take them back. */
  readonly changeMany?: Endpoint
  /** Nothing is selected any more. */
  readonly onDone: () => void
}

/** Changes several objects of a kind in the same way: all or none, after a preview of all, and with one undo. */
export function useTogether({ onDone, changeMany, ...definition }: Options) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { one, many } = definition.resource.label
  const changing = usePreviewedWrite<Together>({
    definition,
    failureTitle: `Error changing ${many}`,
    doing: () => `changing ${many}`,
    async prepare(together) {
      const { prepareTogether } = await loadPart(() => import('./together.tsx'))
      const leave = (address: string) => {
        onDone()
        void navigate(address)
      }
      return prepareTogether(definition.resource, together, leave, changeMany)
    },
    async onDone({ record }) {
      const { changedIn } = await loadPart(() => import('./together.tsx'))
      const { count, undo: changeBack } = changedIn(record, changeMany)
      const subject = `The change of ${counted(count, one, many)}`
      onDone()
      const undo = keepUndo({
        definition,
        name: '',
        subject,
        hasHistory: false,
        outcome: undefined,
        done: `${subject} was undone`,
        undo: changeBack,
        obstacle: () => undefined,
      })
      const state: JustSaved = { kind: definition.resource.kind, key: '', outcome: 'Made', undo }
      await navigate({ pathname, search }, { replace: true, preventScrollReset: true, state })
    },
  })
  return changing
}
