import { type MissingNames, missingNamesOf } from '@quatrain/contract/console/dependents.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { call } from '#kit/api/call.ts'
import type { View } from '#kit/api/queries.ts'
import { kindOf } from '#lib/kinds.ts'
import { loadPart } from '#lib/load-part.ts'
import { Hint } from '#ui/Hint.tsx'
import { Icon } from '#ui/Icon.tsx'
import { type Column, nameColumn } from './columns.tsx'
import classes from './missing-names.module.css'

/** The table of references comes with it, so that the list need not wait for the table. */
const missingNames = (kind: string) =>
  queryOptions({
    queryKey: [kind, 'missing names'],
    async queryFn({ signal }) {
      const { canBeMissing } = await loadPart(() => import('@quatrain/contract/resources/references.ts'))
      const refers = canBeMissing.some(({ from }) => from === kind)
      return refers ? call(missingNamesOf, { params: { kind } }, { signal }) : []
    },
  })

/**
 * The columns with a mark beside the name of each object that refers to what does not exist. It comes after the list, which does not move,
 * and the columns stay the same: a list whose columns are others begins anew.
 */
export function useMissingNameMarks<Row extends Readonly<Record<string, unknown>>>(
  columns: readonly Column<Row>[],
  resource: Resource,
  view: View,
): readonly Column<Row>[] {
  const isMarked = view === 'member'
  // What it refers to changes without it.
  useQuery({ ...missingNames(resource.kind), enabled: isMarked, refetchOnMount: 'always' })
  return useMemo(() => {
    const name = isMarked ? nameColumn(columns) : undefined
    return columns.map((column) => (column.id === name ? withMark(column, resource) : column))
  }, [columns, resource, isMarked])
}

type Missing = MissingNames['missing']

const withMark = <Row extends Readonly<Record<string, unknown>>>(
  column: Column<Row>,
  { kind, key }: Resource,
): Column<Row> => ({
  ...column,
  cell: (row, number) => (
    <Marked kind={kind} name={keyIn(row, key.read)}>
      {column.cell(row, number)}
    </Marked>
  ),
})

interface MarkedProps {
  readonly kind: string
  readonly name: string
  readonly children: ReactNode
}

/** The name of an object, with a mark if the answer that the list has asked for names it. */
function Marked({ kind, name, children }: MarkedProps) {
  const { data: names } = useQuery({
    ...missingNames(kind),
    enabled: false,
    select: (objects) => objects.find(({ key }) => key === name)?.missing ?? null,
  })
  if (!names) return children
  return (
    <div className={classes.marked}>
      {children}
      <MissingMark text={`Refers to what does not exist: ${names.map(inWords).join('; ')}`} />
    </div>
  )
}

/** Shows and says that names are missing, and which when the pointer or the focus is on it. */
const MissingMark = ({ text }: { readonly text: string }) => (
  <Hint label={text}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what only hovering would show */}
    <span role="img" aria-label={text} tabIndex={0} className={classes.mark}>
      <Icon name="warning" size={16} />
    </span>
  </Hint>
)

/** `metrics disk, ping and 3 more` */
function inWords({ kind, names, count }: Missing[number]): string {
  const { one, many } = kindOf(kind)?.label ?? { one: kind, many: kind }
  const moreCount = count - names.length
  return `${count === 1 ? one : many} ${names.join(', ')}${moreCount > 0 ? ` and ${moreCount} more` : ''}`
}
