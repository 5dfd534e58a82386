import type { ChangeRow } from '@quatrain/contract/console/home.ts'
import { Link } from 'react-router'
import { useMay } from '#kit/api/console-context.tsx'
import type { Column } from '#kit/list/columns.tsx'
import { List } from '#kit/list/List.tsx'
import type { ListState } from '#kit/list/list-address.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { declaredKinds } from '#lib/declared-kinds.ts'
import { kindOf } from '#lib/kinds.ts'
import { paths } from '#lib/paths.ts'
import { unknownAuthor } from '#lib/words.ts'
import { ClampedText } from '#ui/ClampedText.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { readChanges } from './home.queries.ts'

const words = { one: 'change', many: 'changes' }

/** All changes object by object, with filters. */
export function ChangesPage() {
  const may = useMay()
  const kinds = declaredKinds.flatMap(({ resource, resource: { kind, label } }) =>
    may('view', resource) ? [{ value: kind, label: label.one }] : [],
  )
  return (
    <PageFrame title="Changes">
      <List
        source={{ queryKey: ['changes', 'list'], read: readPage }}
        columns={columnsWith(kinds)}
        keyOf={({ number }) => String(number)}
        words={words}
        pageSize={30}
        empty={<p>Nothing has been changed yet.</p>}
      />
    </PageFrame>
  )
}

const verbs = { add: 'added', change: 'changed', delete: 'deleted' } as const
const actions = ['add', 'change', 'delete'] as const

const readPage = ({ filters, sort, page, size }: ListState, signal: AbortSignal) =>
  readChanges(
    {
      page: String(page),
      limit: String(size),
      sort: sort?.descending === false ? 'at' : '-at',
      actor: filters.actor,
      action: actions.find((action) => action === filters.action),
      kind: filters.kind,
      name: filters.name,
    },
    signal,
  )

const columnsWith = (
  kinds: readonly { readonly value: string; readonly label: string }[],
): readonly Column<ChangeRow>[] => [
  { id: 'at', header: 'When', width: '130px', sort: true, cell: ({ at }) => <Moment iso={at} isRelative /> },
  {
    id: 'name',
    header: 'Object',
    isName: true,
    filter: { kind: 'text' },
    cell: (change) => <ObjectLink change={change} />,
  },
  {
    id: 'actor',
    header: 'Who',
    width: '18%',
    filter: { kind: 'text' },
    cell: ({ actor }) => <ClampedText text={actor || unknownAuthor} />,
  },
  {
    id: 'action',
    header: 'What',
    width: '130px',
    filter: { kind: 'choice', choices: actions.map((action) => ({ value: action, label: verbs[action] })) },
    cell: ({ action }) => verbs[action],
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '20%',
    filter: { kind: 'choice', choices: kinds },
    cell: ({ kind }) => kindOf(kind)?.label.one ?? kind,
  },
  { id: 'difference', header: 'Difference', width: '120px', cell: (change) => <DifferenceLink change={change} /> },
]

interface Props {
  readonly change: ChangeRow
}

/** A link to the object, or to its history if it was deleted. */
function ObjectLink({ change: { action, kind, id, name } }: Props) {
  const knownKind = kindOf(kind)
  const key = knownKind?.key === 'id' ? String(id) : name
  if (!knownKind) return <ClampedText text={name} />
  const to = action === 'delete' ? knownKind.paths.history(key) : knownKind.paths.details(key)
  return (
    <ClampedText text={name}>
      <Link to={to}>{name}</Link>
    </ClampedText>
  )
}

const DifferenceLink = ({ change: { action, number, name, kind } }: Props) =>
  action === 'change' &&
  kindOf(kind) && (
    <Link to={paths.change(number)} aria-label={`Difference of ${name}`}>
      Difference
    </Link>
  )
