import { type MissingNames, missingNamesOf } from '@quatrain/contract/console/dependents.ts'
import { keyIn } from '@quatrain/contract/kit/kind-names.ts'
import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { canBeMissing } from '@quatrain/contract/resources/references.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { View } from '#kit/api/queries.ts'
import { queryOf } from '#kit/api/queries.ts'
import { kindOf } from '#lib/kinds.ts'
import { Hint } from '#ui/Hint.tsx'
import { Icon } from '#ui/Icon.tsx'
import { type Column, nameColumn } from './columns.tsx'
import classes from './missing-names.module.css'

/** The columns with a mark beside the name of each object that refers to what does not exist. It comes after the list, which does not move. */
export function useMissingNameMarks<Row extends Readonly<Record<string, unknown>>>(
  columns: readonly Column<Row>[],
  resource: Resource,
  view: View,
): readonly Column<Row>[] {
  const { kind, key } = resource
  const { data } = useQuery({
    ...queryOf([kind, 'missing names'], missingNamesOf, { params: { kind } }),
    enabled: view === 'member' && canBeMissing.some(({ from }) => from === kind),
    // What it refers to changes without it.
    refetchOnMount: 'always',
  })
  return useMemo(() => {
    if (!data?.length) return columns
    const missingByKey = new Map(data.map(({ key, missing }) => [key, missing]))
    const name = nameColumn(columns)
    return columns.map((column) =>
      column.id === name ? withMark(column, (row) => missingByKey.get(keyIn(row, key.read))) : column,
    )
  }, [data, columns, key])
}

type Missing = MissingNames['missing']

const withMark = <Row,>(column: Column<Row>, missingIn: (row: Row) => Missing | undefined): Column<Row> => ({
  ...column,
  cell(row, number) {
    const names = missingIn(row)
    if (!names) return column.cell(row, number)
    return (
      <div className={classes.marked}>
        {column.cell(row, number)}
        <MissingMark text={`Refers to what does not exist: ${names.map(inWords).join('; ')}`} />
      </div>
    )
  },
})

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
