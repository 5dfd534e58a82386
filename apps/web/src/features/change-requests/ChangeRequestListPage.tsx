import { Button } from '@mantine/core'
import { type ChangeRequestHead, requestStates } from '@quatrain/contract/change-requests/change-request.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { changeRequestsQuery } from '#kit/api/change-requests.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { paths } from '#lib/paths.ts'
import { MarkLine } from '#ui/ClampedText.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { RequestStateMark } from './request-words.tsx'

/** All change requests, the last changed first, with what waits for the user. */
export function ChangeRequestListPage() {
  const { user } = useConsoleContext()
  const source = useQuery(changeRequestsQuery())
  return (
    <PageFrame
      title="Change requests"
      actions={
        user?.is_superuser && (
          <Button component={Link} to={paths.changeRule} variant="default">
            Rule
          </Button>
        )
      }
    >
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

const column = columnsFor<ChangeRequestHead>()

const columns: readonly Column<ChangeRequestHead>[] = [
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
    ...column.choiceOf('notes', 'Notes', (request) => notesOf(request).join('; ')),
    cell: (request) => (
      <MarkLine words={notesOf(request)} toneOf={(note) => (note === waitsForUser ? 'accent' : 'warn')} />
    ),
  },
  column.moment('changed_at', 'Last changed', '132px'),
]

const waitsForUser = 'waits for you'

function notesOf({ waits, overtaken, confirm_by, revert_problem }: ChangeRequestHead): string[] {
  return [
    ...(waits ? [waitsForUser] : []),
    ...(confirm_by === null || revert_problem !== '' ? [] : ['not confirmed yet']),
    ...(revert_problem === '' ? [] : [`could not be taken back${confirm_by === null ? '' : ' yet'}`]),
    ...(overtaken.length > 0 ? [`${overtaken.length} changed since`] : []),
  ]
}
