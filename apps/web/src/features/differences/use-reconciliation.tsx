import { diff } from '@quatrain/contract/compare/compare.ts'
import { differenceEndpoints, type StoreDifference } from '@quatrain/contract/console/differences.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { storedDocument } from '@quatrain/contract/kit/stored-document.ts'
import { useQueryClient } from '@tanstack/react-query'
import { writeOf } from '#kit/api/write.ts'
import { DifferenceView } from '#kit/compare/DifferenceView.tsx'
import { showSuccess } from '#kit/write/after-write.ts'
import { ConfirmWriteDialog, SideEffects, sideEffectsIn } from '#kit/write/ConfirmWriteDialog.tsx'
import { usePreviewedWrite } from '#kit/write/use-previewed-write.ts'
import type { ConfirmationProps } from '#kit/write/write-in-dialog.ts'
import type { DeclaredKind } from '#lib/declared-kinds.ts'
import { capitalized } from '#lib/words.ts'
import { bothQuery, differencesQuery } from './differences.queries.ts'

interface Chosen {
  readonly action: 'adopt' | 'send' | 'discard'
  readonly groupname?: string
}

/** Removes a difference, once the user has confirmed its effects, and compares the stores again. */
export function useReconciliation(kind: DeclaredKind, difference: StoreDifference) {
  const { resource } = kind
  const queries = useQueryClient()
  const { apiid, name } = difference
  const definition = { resource }
  const words = { adopt, discard, send: difference.in === 'console' ? sendAgain : send }
  return usePreviewedWrite<Chosen>({
    definition,
    doing: ({ action }) => words[action].doing,
    async prepare({ action, groupname }) {
      const endpoint = differenceEndpoints(resource)[action]
      const body = { apiid, ...(groupname !== undefined && { groupname }) }
      // The newest states: the preview shows them.
      const { etag } = await queries.fetchQuery({ ...bothQuery(resource, apiid), staleTime: 0 })
      return {
        write: writeOf(endpoint, { body }),
        options: { ifMatch: etag },
        dialog: (props) => <ReconciliationDialog {...props} resource={resource} name={name} words={words[action]} />,
      }
    },
    async onDone(written, { action }) {
      await queries.invalidateQueries({ queryKey: differencesQuery.queryKey })
      const subject = `${capitalized(resource.label.one)} ${name}`
      const { title, done } = words[action]
      showSuccess(definition, title, `${subject}: ${done}.`, written.notices)
    },
    onFailure: () => queries.invalidateQueries({ queryKey: differencesQuery.queryKey }),
  })
}

interface Props extends ConfirmationProps {
  readonly resource: Resource
  readonly name: string
  readonly words: ReconciliationWords
}

/** Asks the user to confirm an action on a difference: its changes and its side effects. */
function ReconciliationDialog({ resource, name, words, preview, ...dialog }: Props) {
  const own = preview.changes.slice(0, 1)
  const [before, after] = [own[0]?.before, own[0]?.after].map(
    (document) => document && storedDocument(resource, document),
  )
  return (
    <ConfirmWriteDialog
      {...dialog}
      title={words.title}
      question={words.question}
      object={name}
      keep="Cancel"
      isWide
      isDestructive={words.isDestructive ?? false}
    >
      <DifferenceView
        level={3}
        fields={resource.compared}
        changes={diff(resource.compared, before ?? {}, after ?? {})}
        emptyText="Its content stays the same."
      />
      <SideEffects groups={sideEffectsIn(preview, own)} notices={preview.notices} kinds={{}} more={preview.more} />
    </ConfirmWriteDialog>
  )
}

/** The texts of an action on a difference. */
interface ReconciliationWords {
  readonly title: string
  readonly question: string
  /** The message after it. */
  readonly done: string
  /** The words for a failure without a message. */
  readonly doing: string
  readonly isDestructive?: true
}

const send = {
  title: 'Send to the Web API',
  question: 'The Web API will get the content of the console:',
  done: 'sent to the Web API',
  doing: 'sending to the Web API',
}

const sendAgain = {
  ...send,
  question: 'The Web API will get it again, with another id. What refers to the old id has to be sent again too:',
}

const adopt = {
  title: 'Take over from the Web API',
  question: 'The console will store the content of the Web API:',
  done: 'taken over from the Web API',
  doing: 'taking over from the Web API',
}

const discard = {
  title: 'Delete from the Web API',
  question: 'The Web API will not have it any more. The list of changes keeps its content:',
  done: 'deleted from the Web API',
  doing: 'deleting from the Web API',
  isDestructive: true,
} as const
