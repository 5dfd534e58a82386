import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ClampedText } from '#ui/ClampedText.tsx'

/** One column of a list. Without `sort` or `filter` it cannot be sorted or filtered. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** Below the heading, if there is no filter. */
  readonly head?: ReactNode
  /** `number` counts over all pages, from 1. */
  readonly cell: (row: Row, number: number) => ReactNode
  /** The cell's text in a file; by default that of the filter. Without either the column is not in files. */
  readonly text?: (row: Row) => string | number
  /** `true` sorts by the text, or by what the server decides. */
  readonly sort?: true | ((row: Row) => string | number)
  readonly filter?: Filter<Row>
  readonly align?: 'start' | 'end'
  readonly width?: string
  /** It names the rows, and stays when the list is scrolled sideways. */
  readonly isName?: true
}

/** `text` finds a part of the text, ignoring case; `choice` finds exactly this value. */
interface Filter<Row> {
  readonly kind: 'text' | 'choice'
  /** By default the text of the cell. */
  readonly of?: (row: Row) => readonly string[]
  /** What can be chosen; by default the values of all rows. */
  readonly choices?: readonly Choice[]
}

export type Choice = string | { readonly value: string; readonly label: string }

/** The texts of a row that the filter of a column compares; undefined for a column without texts. */
export function textsOf<Row>({ filter, text }: Column<Row>): ((row: Row) => readonly string[]) | undefined {
  return filter?.of ?? (text && ((row) => [String(text(row))]))
}

/** The id of the column that names the rows: if none says so, the first one that can be sorted. */
export const nameColumn = (columns: readonly Pick<Column<never>, 'id' | 'isName' | 'sort'>[]): string | undefined =>
  (columns.find(({ isName }) => isName) ?? columns.find(({ sort }) => sort))?.id

/** The same column in a monospace font: for names that are also used in configuration. */
export const inMono = <Row,>(column: Column<Row>): Column<Row> => ({
  ...column,
  cell: (row, number) => <div className="mono">{column.cell(row, number)}</div>,
})

/** The common kinds of column, for rows of one type; anything else is a plain object of type `Column`. */
export function columnsFor<Row>() {
  type TextKey = { [K in keyof Row]-?: Row[K] extends string ? K : never }[keyof Row] & string
  type NumberKey = { [K in keyof Row]-?: Row[K] extends number ? K : never }[keyof Row] & string
  const text = (row: Row, key: TextKey) => String(row[key])
  return {
    rowNumber: (): Column<Row> => ({ id: '#', header: '#', cell: (_, number) => number, align: 'end', width: '56px' }),
    link: (key: TextKey, header: string, to: (row: Row) => string, width = '26%'): Column<Row> => ({
      id: key,
      header,
      cell: (row) => (
        <ClampedText text={text(row, key)}>
          <Link to={to(row)}>{text(row, key)}</Link>
        </ClampedText>
      ),
      text: (row) => text(row, key),
      sort: true,
      filter: { kind: 'text' },
      width,
    }),
    text: (key: TextKey, header: string, width?: string): Column<Row> => ({
      id: key,
      header,
      cell: (row) => <ClampedText text={text(row, key)} />,
      text: (row) => text(row, key),
      sort: true,
      filter: { kind: 'text' },
      ...(width !== undefined && { width }),
    }),
    choice: (key: TextKey, header: string, width = '18%'): Column<Row> => ({
      id: key,
      header,
      cell: (row) => <ClampedText text={text(row, key)} />,
      text: (row) => text(row, key),
      sort: true,
      filter: { kind: 'choice' },
      width,
    }),
    number: (key: NumberKey, header: string, width = '92px'): Column<Row> => ({
      id: key,
      header,
      cell: (row) => <span className="mono">{Number(row[key]).toLocaleString('en')}</span>,
      text: (row) => Number(row[key]),
      sort: true,
      align: 'end',
      width,
    }),
  }
}
