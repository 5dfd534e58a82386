import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Row, RowDefinition } from '#kit/rows/row-definition.ts'
import { counted } from '#lib/words.ts'
import { NativeSelect } from '#ui/NativeSelect.tsx'
import type { RowColumn } from './RowCells.tsx'
import { RowSearch, type RowTableColumn } from './RowTable.tsx'
import classes from './rows.module.css'
import type { RowFilter } from './use-row-field.ts'

interface HeadProps {
  readonly children?: ReactNode
  /** The number of rows that match the search, and of all. */
  readonly matching: number
  readonly all: number
  /** The number of rows, in words. */
  readonly count: string
  readonly problem?: string | undefined
  /** Only during a search. */
  readonly onClear: (() => void) | undefined
}

/** Above a table of rows: the number of rows, and of visible ones. */
export const RowsHead = ({ children, matching, all, count, problem, onClear }: HeadProps) => (
  <div className={classes.head}>
    {children}
    <span role="status">
      {onClear ? `${matching.toLocaleString('en')} of ${all.toLocaleString('en')} rows` : count}
    </span>
    {onClear && (
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        Clear search
      </Button>
    )}
    {problem !== undefined && <p className="problem">{problem}</p>}
  </div>
)

/** The number of a row, the first column of its table. */
export const numberColumn: RowTableColumn = { header: '#', width: '56px', align: 'end' }

/** The columns of the values of rows, by default without what stands below their headings. */
export const valueColumns = <Values,>(
  { cells, visibleCells }: RowDefinition<Values>,
  filterOf?: (name: RowDefinition<Values>['visibleCells'][number]) => ReactNode,
): RowTableColumn[] =>
  visibleCells.map((name) => {
    const { header, width } = cells[name]
    return { header, ...(width !== undefined && { width }), ...(filterOf && { filter: filterOf(name) }) }
  })

/** The number of each row and the columns of its values, each with a box to search by it. */
export const searchedColumns = <Values,>(
  definition: RowDefinition<Values>,
  { texts, search }: Pick<RowFilter<Values>, 'texts' | 'search'>,
  /** There are several such tables on the page. */
  isOneOfSeveral = false,
): RowTableColumn[] => [
  numberColumn,
  ...valueColumns(definition, (name) => {
    const header = definition.cells[name].header.toLowerCase()
    const label = isOneOfSeveral ? `Search ${definition.many} by ${header}` : `Search ${header}s`
    return <RowSearch label={label} value={texts[name] ?? ''} onSearch={(text) => search(name, text)} />
  }),
]

/** The columns of a table in which rows are edited, after those of their values. */
export const editColumns = <Values,>(
  further: readonly RowColumn<Values>[] = [],
  actionsWidth = '84px',
  rows: readonly Row<Values>[] = [],
): RowTableColumn[] => [
  ...further.map(({ header, width, head }) => ({
    header,
    ...(width !== undefined && { width }),
    ...(head && { filter: head(rows) }),
  })),
  { header: 'State', width: '150px' },
  { header: 'Actions', width: actionsWidth, align: 'end' },
]

/** How many rows a table of rows shows at once. */
export interface Paging {
  readonly sizes: readonly number[]
  /** All rows if undefined. */
  readonly size: number | undefined
  readonly onSize: (size: number | undefined) => void
}

interface FootProps {
  readonly paging: Paging
  readonly paged: Pick<RowFilter<unknown>, 'page' | 'pages' | 'onPage'>
  /** The number of all rows. */
  readonly count: number
  readonly words: { readonly one: string; readonly many: string }
}

const all = 'all'

/** The choice of the page and of the number of rows per page; nothing if all rows fit into the smallest one. */
export function RowsFoot({ paging, paged: { page, pages, onPage }, count, words: { one, many } }: FootProps) {
  const sizes = paging.sizes.filter((size) => size < count)
  if (sizes.length === 0) return null
  const step = (label: string, target: number) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={target < 1 || target > pages || target === page}
      onClick={() => onPage(target)}
    >
      {label}
    </Button>
  )
  return (
    <div className={classes.foot}>
      {pages > 1 && (
        <nav className={classes.pages} aria-label="Pages">
          {step('First', 1)}
          {step('Previous', page - 1)}
          <span>
            Page {page} of {pages}
          </span>
          {step('Next', page + 1)}
          {step('Last', pages)}
        </nav>
      )}
      <NativeSelect
        size="xs"
        aria-label="Rows on a page"
        value={paging.size !== undefined && sizes.includes(paging.size) ? String(paging.size) : all}
        onChange={({ currentTarget: { value } }) => {
          paging.onSize(sizes.find((size) => String(size) === value))
          onPage(1)
        }}
        data={[
          ...sizes.map((size) => ({ value: String(size), label: `${size} ${many}` })),
          { value: all, label: `All ${counted(count, one, many)}` },
        ]}
      />
    </div>
  )
}
