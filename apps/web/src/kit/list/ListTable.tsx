import { TextInput } from '@mantine/core'
import { type JustSaved, type Undo, UndoButton } from '#kit/write/last-save.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Mark } from '#ui/Mark.tsx'
import { type Choice, NativeSelect } from '#ui/NativeSelect.tsx'
import table from '#ui/table.module.css'
import { type Column, nameColumn } from './columns.tsx'
import classes from './List.module.css'
import type { ListState } from './list-address.ts'

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly state: ListState
  readonly choices: (column: Column<Row>) => readonly Choice[]
  readonly onSort: (sort: ListState['sort']) => void
  readonly onFilter: (column: string, filterValue: string, isTyping: boolean) => void
  /** The focus leaves a filter box. */
  readonly onFilterBlur: () => void
}

/** The headings of a list, which sort it, and its filter boxes below them. */
export function ListHead<Row>({ columns, state, onSort, ...filtering }: Props<Row>) {
  const name = nameColumn(columns)
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <Heading key={column.id} column={column} isName={column.id === name} state={state} onSort={onSort} />
        ))}
      </tr>
      <tr>
        {columns.map((column, index) => (
          <td
            key={column.id}
            className={classes.filter}
            data-name={column.id === name || undefined}
            data-heading={column.header}
          >
            {!column.filter && (column.head ?? (index === 0 && <Icon name="search" size={16} />))}
            {column.filter && <FilterBox column={column} filterValue={state.filters[column.id] ?? ''} {...filtering} />}
          </td>
        ))}
      </tr>
    </thead>
  )
}

interface HeadingProps extends Pick<Props<never>, 'state' | 'onSort'> {
  readonly column: Omit<Column<never>, 'cell'>
  readonly isName: boolean
}

function Heading({ column: { id, header, sort, align, width }, isName, state, onSort }: HeadingProps) {
  const direction = state.sort?.column !== id ? 'none' : state.sort.descending ? 'descending' : 'ascending'
  /** Ascending, descending, and as the list is without. */
  const next = direction === 'descending' ? undefined : { column: id, descending: direction === 'ascending' }
  return (
    <th
      scope="col"
      data-align={align}
      data-name={isName || undefined}
      style={{ width }}
      aria-sort={sort ? direction : undefined}
    >
      {sort ? (
        <button type="button" className={table.sort} onClick={() => onSort(next)}>
          {header}
          <span className={table.arrow} data-sorted={direction}>
            <Icon name={direction === 'none' ? 'sort' : 'chevron'} size={14} />
          </span>
        </button>
      ) : (
        header
      )}
    </th>
  )
}

interface FilterBoxProps<Row> extends Pick<Props<Row>, 'choices' | 'onFilter' | 'onFilterBlur'> {
  readonly column: Column<Row>
  readonly filterValue: string
}

function FilterBox<Row>({ column, filterValue, choices, onFilter, onFilterBlur }: FilterBoxProps<Row>) {
  const label = `Filter by ${column.header.toLowerCase()}`
  if (column.filter?.kind === 'choice') {
    const options = choices(column)
    // An address can filter by a value without rows, which is shown so that it can be cleared.
    const isKnown =
      filterValue === '' ||
      options.some((choice) => (typeof choice === 'string' ? choice : choice.value) === filterValue)
    const unknown = isKnown ? [] : [{ value: filterValue, label: `${filterValue} (in no row)` }]
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={filterValue}
        onChange={(event) => onFilter(column.id, event.currentTarget.value, false)}
        data={[{ value: '', label: 'Show all' }, ...options, ...unknown]}
      />
    )
  }
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label={label}
      placeholder="Search"
      data-filter
      value={filterValue}
      onChange={(event) => onFilter(column.id, event.currentTarget.value, true)}
      onBlur={onFilterBlur}
    />
  )
}

interface ListRowsProps<Row> {
  readonly columns: readonly Column<Row>[]
  /** Undefined while they are being loaded. */
  readonly rows: readonly Row[] | undefined
  /** The number of rows on the previous pages. */
  readonly first: number
  readonly size: number
  readonly keyOf: (row: Row) => string
  readonly emptyText: string
  /** The last saved object, whose save can be undone. */
  readonly saved?: JustSaved | undefined
  readonly undo?: Undo
}

const maxBones = 20

/** The rows of one page. A shorter page is filled up with empty space, so that nothing below it moves. */
export function ListRows<Row>({ columns, rows, first, size, keyOf, emptyText, saved, undo }: ListRowsProps<Row>) {
  const name = nameColumn(columns)
  if (!rows) {
    return (
      <tbody aria-hidden="true">
        {Array.from({ length: Math.min(size, maxBones) }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <tr key={row}>
            {columns.map(({ id }) => (
              <td key={id} data-name={id === name || undefined}>
                <span className={table.bone} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    )
  }
  const spaceRows = Math.min(size, maxBones) - Math.max(rows.length, 1)
  return (
    <>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={columns.length}>{emptyText}</td>
          </tr>
        )}
        {rows.map((row, index) => {
          const isSaved = keyOf(row) === saved?.key
          return (
            <tr key={keyOf(row)} data-saved={isSaved || undefined}>
              {columns.map(({ id, header, cell, align }) => (
                <td key={id} data-align={align} data-name={id === name || undefined} data-heading={header}>
                  {isSaved && id === name ? (
                    <span className={classes.saved}>
                      {cell(row, first + index + 1)}
                      <Mark tone="good">{saved.outcome}</Mark>
                      {undo && <UndoButton undo={undo} saved={saved} />}
                    </span>
                  ) : (
                    cell(row, first + index + 1)
                  )}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
      {spaceRows > 0 && (
        <tbody aria-hidden="true" className={classes.space}>
          <tr style={{ height: `calc(var(--row, 49px) * ${spaceRows})` }}>
            <td colSpan={columns.length} />
          </tr>
        </tbody>
      )}
    </>
  )
}
