import type { ManagedObject } from '@quatrain/contract/configuration/configuration.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { managedObjectsQuery } from '#kit/api/managed-objects.ts'
import { type Column, columnsFor } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import { ChangedHere, OwnerName } from '#kit/page/ManagedBy.tsx'
import { kindOf } from '#lib/kinds.ts'
import { paths } from '#lib/paths.ts'
import { capitalized } from '#lib/words.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { Mark } from '#ui/Mark.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'

/** Which objects files configure, who their owners are, and what was changed here since. */
export function ManagedObjectsPage() {
  const source = useQuery(managedObjectsQuery())
  return (
    <PageFrame title="Managed as code">
      <List
        source={source}
        columns={columns}
        keyOf={({ kind, name }) => `${kind} ${name}`}
        words={{ one: 'object', many: 'objects' }}
        sizeName="managed objects"
        pageSize={50}
        empty={
          <p>
            No object is managed as code yet. <code className="mono">quatrain export</code> writes the configuration to
            files, <code className="mono">quatrain apply</code> makes it as they say. Begin with the{' '}
            <Link to={paths.documentation}>documentation</Link>.
          </p>
        }
      />
    </PageFrame>
  )
}

const column = columnsFor<ManagedObject>()

const stateWords = { same: 'as in the files', changed: 'changed here since', missing: 'deleted here since' } as const

const columns: readonly Column<ManagedObject>[] = [
  { ...column.choice('owner', 'Owner', '20%'), cell: (object) => <OwnerName {...object} /> },
  column.choiceOf('kind', 'Kind', ({ kind }) => capitalized(kindOf(kind)?.label.one ?? kind), '18%'),
  {
    ...column.text('name', 'Name'),
    isName: true,
    cell: ({ kind, name, state }) => (
      <ClampedText text={name}>
        {state === 'missing' ? name : <Link to={kindOf(kind)?.paths.details(name) ?? ''}>{name}</Link>}
      </ClampedText>
    ),
  },
  {
    ...column.choiceOf('state', 'State', ({ state }) => stateWords[state], '184px'),
    cell: ({ state }) =>
      state === 'changed' ? <ChangedHere /> : <Mark tone={state === 'same' ? 'good' : 'bad'}>{stateWords[state]}</Mark>,
  },
  column.text('commit', 'Commit', '124px'),
  column.moment('applied_at', 'Applied', '132px'),
]
