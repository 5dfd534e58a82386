import { type ChangeRequestHead, requestStates } from '@quatrain/contract/change-requests/change-request.ts'
import { mayTake } from '@quatrain/contract/change-requests/request-steps.ts'
import type { UserRights } from '@quatrain/contract/kit/policy.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { changeRequestsQuery } from '#kit/api/change-requests.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { paths } from '#lib/paths.ts'
import { counted } from '#lib/words.ts'
import { MarkLine } from '#ui/ClampedText.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { RequestStateMark } from './request-words.tsx'

/** All change requests, the last changed first, with what waits for the user. */
export function ChangeRequestListPage() {
  const source = useQuery(changeRequestsQuery())
  const { user } = useConsoleContext().caller
  const columns = useMemo(() => columnsWith((request) => isWaitingFor(request, user)), [user])
  return (
    <PageFrame title="Change requests">
      <List
        source={source}
        columns={columns}
        keyOf={({ id }) => String(id)}
        words={{ one: 'change request', many: 'change requests' }}
        pageSize={30}
        empty={
          <p>
            There is no change request yet. Beside <em>Save</em>, forms offer <em>Add to change request</em>: several
            changes are prepared without effect, reviewed, and applied as one.
          </p>
        }
      />
    </PageFrame>
  )
}

/** Reviewers approve what they have not approved yet; the author goes on with an approved or a failed one. */
function isWaitingFor(request: ChangeRequestHead, user: UserRights | undefined): boolean {
  const { author, state, approvals } = request
  if (user?.username === author && (state === 'approved' || state === 'failed')) return true
  return mayTake(user, 'approve', request) && approvals.every(({ username }) => username !== user?.username)
}

const column = columnsFor<ChangeRequestHead>()

const columnsWith = (isWaiting: (request: ChangeRequestHead) => boolean): readonly Column<ChangeRequestHead>[] => [
  column.number('id', 'Number', '84px'),
  { ...column.link('title', 'Title', ({ id }) => paths.changeRequest(id), '34%'), isName: true },
  {
    ...column.choice('state', 'State', '130px'),
    filter: { kind: 'choice', choices: requestStates },
    cell: ({ state }) => <RequestStateMark state={state} />,
  },
  column.text('author', 'Author', '14%'),
  column.number('writes', 'Changes', '92px'),
  {
    ...column.choiceOf('notes', 'Notes', (request) => notesOf(request, isWaiting).join('; ')),
    cell: (request) => (
      <MarkLine words={notesOf(request, isWaiting)} toneOf={(note) => (note === waits ? 'accent' : 'warn')} />
    ),
  },
  column.moment('changed_at', 'Last changed', '132px'),
]

const waits = 'waits for you'

function notesOf(request: ChangeRequestHead, isWaiting: (request: ChangeRequestHead) => boolean): string[] {
  const { overtaken, confirm_by, revert_problem } = request
  return [
    ...(isWaiting(request) ? [waits] : []),
    ...(confirm_by === null ? [] : ['not confirmed yet']),
    ...(revert_problem === '' ? [] : ['could not be taken back']),
    ...(overtaken.length > 0 ? [`${counted(overtaken.length, 'object')} changed meanwhile`] : []),
  ]
}
