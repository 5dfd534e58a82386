import type { RowColumn } from '#kit/row-table/RowCells.tsx'
import { RowSearch } from '#kit/row-table/RowSearch.tsx'
import type { RowTableColumn } from '#kit/row-table/RowTable.tsx'
import type { Row, RowDefinition } from '#kit/rows/row-definition.ts'
import type { RowFilter } from './use-row-filter.ts'

/** The columns of the values of rows, each with a box to search by it. */
export function valueColumns<Values extends object>(
  { cells, shown, many }: RowDefinition<Values>,
  { texts, search }: Pick<RowFilter<Values>, 'texts' | 'search'>,
  /** There are several such tables on the page. */
  isOneOfSeveral = false,
): RowTableColumn[] {
  const number: RowTableColumn = { header: '#', width: '56px', align: 'end' }
  const values = shown.map((name) => {
    const { header, width } = cells[name]
    const label = isOneOfSeveral ? `Search ${many} by ${header.toLowerCase()}` : `Search ${header.toLowerCase()}s`
    return {
      header,
      ...(width !== undefined && { width }),
      filter: <RowSearch label={label} value={texts[name] ?? ''} onSearch={(text) => search(name, text)} />,
    }
  })
  return [number, ...values]
}

/** The columns of a table in which rows are edited, after those of their values. */
export const editColumns = <Values,>(
  further: readonly RowColumn<Values>[] = [],
  actionsWidth = '84px',
  shown: readonly Row<Values>[] = [],
): RowTableColumn[] => [
  ...further.map(({ header, width, head }) => ({
    header,
    ...(width !== undefined && { width }),
    ...(head && { filter: head(shown) }),
  })),
  { header: 'State', width: '150px' },
  { header: 'Actions', width: actionsWidth },
]

/** The columns of a compact table: no row numbers and no search, with notes in the rows. */
export const compactColumns = <Values extends object>(
  { cells, shown }: RowDefinition<Values>,
  isFixed: boolean,
): RowTableColumn[] => [
  ...shown.map((name) => {
    const { header, width } = cells[name]
    return { header, ...(width !== undefined && { width }) }
  }),
  ...(isFixed ? [] : [{ header: 'Actions', width: '148px' }]),
]
