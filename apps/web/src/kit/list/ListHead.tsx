import { NativeSelect, TextInput } from '@mantine/core'
import { Icon } from '#ui/Icon.tsx'
import table from '#ui/table.module.css'
import { type HeadColumn, nameColumn } from './columns.tsx'
import type { ListState } from './list-address.ts'
import classes from './ResourceListPage.module.css'

export interface Choice {
  readonly value: string
  readonly label: string
}

interface Props<Of extends HeadColumn> {
  readonly columns: readonly Of[]
  readonly state: ListState
  readonly choices: (column: Of) => readonly Choice[]
  readonly onSort: (column: string) => void
  readonly onFilter: (column: string, filterValue: string, isTyping: boolean) => void
  /** The focus leaves a filter box. */
  readonly onFilterBlur: () => void
}

/** The headings of a list, which sort it, and its filter boxes below them. */
export function ListHead<Of extends HeadColumn>({
  columns,
  state,
  choices,
  onSort,
  onFilter,
  onFilterBlur,
}: Props<Of>) {
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
          <td key={column.id} className={classes.filter} data-name={column.id === name || undefined}>
            {!column.filter && (column.head ?? (index === 0 && <Icon name="search" size={16} />))}
            {column.filter && (
              <FilterBox
                column={column}
                filterValue={state.filters[column.id] ?? ''}
                choices={choices}
                onFilter={onFilter}
                onFilterBlur={onFilterBlur}
              />
            )}
          </td>
        ))}
      </tr>
    </thead>
  )
}

function Heading({
  column,
  isName,
  state,
  onSort,
}: { readonly column: HeadColumn; readonly isName: boolean } & Pick<Props<HeadColumn>, 'state' | 'onSort'>) {
  const { id, header, sort, align, width } = column
  const direction = state.sort?.column !== id ? 'none' : state.sort.descending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      data-align={align}
      data-name={isName || undefined}
      style={{ width }}
      aria-sort={sort ? direction : undefined}
    >
      {sort ? (
        <button type="button" className={table.sort} onClick={() => onSort(id)}>
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

interface FilterBoxProps<Of extends HeadColumn> extends Pick<Props<Of>, 'choices' | 'onFilter' | 'onFilterBlur'> {
  readonly column: Of
  readonly filterValue: string
}

function FilterBox<Of extends HeadColumn>({
  column,
  filterValue,
  choices,
  onFilter,
  onFilterBlur,
}: FilterBoxProps<Of>) {
  const label = `Filter by ${column.header.toLowerCase()}`
  if (column.filter?.kind === 'choice') {
    const known = choices(column)
    // An address can filter by a value without rows, which is shown so that it can be cleared.
    const isKnown = filterValue === '' || known.some(({ value }) => value === filterValue)
    const unknown = isKnown ? [] : [{ value: filterValue, label: `${filterValue} (in no row)` }]
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={filterValue}
        onChange={(event) => onFilter(column.id, event.currentTarget.value, false)}
        data={[{ value: '', label: 'Show all' }, ...known, ...unknown]}
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
