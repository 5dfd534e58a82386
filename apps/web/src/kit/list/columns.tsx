import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Moment } from '#kit/page/Moment.tsx'
import { tagsInOrder, toneOfTag } from '#lib/tags.ts'
import { ClampedText, MarkLine } from '#ui/ClampedText.tsx'
import type { Choice } from '#ui/NativeSelect.tsx'

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
  readonly texts?: (row: Row) => readonly string[]
  /** What can be chosen; by default the values of all rows. */
  readonly choices?: readonly Choice[]
}

/** The texts of a row that the filter of a column compares; undefined for a column without texts. */
export function textsOf<Row>({ filter, text }: Column<Row>): ((row: Row) => readonly string[]) | undefined {
  return filter?.texts ?? (text && ((row) => [String(text(row))]))
}

/** The id of the column that names the rows: if none says so, the first one that can be sorted. */
export const nameColumn = (columns: readonly Pick<Column<never>, 'id' | 'isName' | 'sort'>[]): string | undefined =>
  (columns.find(({ isName }) => isName) ?? columns.find(({ sort }) => sort))?.id

/** The number of a row, which stays at the start. */
const numberId = '#'

/** The columns that can be moved: all but the number of the row. */
export const movableColumns = <C extends { readonly id: string }>(columns: readonly C[]): readonly C[] =>
  columns.filter(({ id }) => id !== numberId)

/**
 * The columns with these ids, in their order; all without ids. The one that names the rows is always shown, and so are those that
 * filter: nobody looks for rows that a hidden filter leaves out.
 */
export function shownColumns<C extends Pick<Column<never>, 'id' | 'isName' | 'sort'>>(
  columns: readonly C[],
  ids: readonly string[] | undefined,
  filters: Readonly<Record<string, string>> = {},
): readonly C[] {
  if (!ids) return columns
  const name = nameColumn(columns)
  const chosenColumns = [...new Set(ids)].flatMap(
    (id) => movableColumns(columns).find((column) => column.id === id) ?? [],
  )
  const otherColumns = columns.filter((column) => !chosenColumns.includes(column))
  return [
    ...otherColumns.filter(({ id }) => id === numberId || id === name),
    ...chosenColumns,
    ...otherColumns.filter(({ id }) => id !== name && filters[id] !== undefined),
  ]
}

/** The same column in a monospace font: for names that are also used in configuration. */
export const inMono = <Row,>(column: Column<Row>): Column<Row> => ({
  ...column,
  cell: (row, number) => <div className="mono">{column.cell(row, number)}</div>,
})

/** The common kinds of column, for rows of one type; anything else is a plain object of type `Column`. */
export function columnsFor<Row>() {
  type TextKey = { [K in keyof Row]-?: Row[K] extends string ? K : never }[keyof Row] & string
  type NumberKey = { [K in keyof Row]-?: Row[K] extends number ? K : never }[keyof Row] & string
  const textsOfRows = (id: string, header: string, textOf: (row: Row) => string, width?: string) => ({
    id,
    header,
    cell: (row: Row) => <ClampedText text={textOf(row)} />,
    text: textOf,
    sort: true as const,
    ...(width !== undefined && { width }),
  })
  const texts = (key: TextKey, header: string, width?: string) =>
    textsOfRows(key, header, (row) => String(row[key]), width)
  const count = (id: string, header: string, countOf: (row: Row) => number, width = '92px'): Column<Row> => ({
    id,
    header,
    text: countOf,
    sort: countOf,
    align: 'end',
    width,
    cell: (row) => <span className="mono">{countOf(row).toLocaleString('en')}</span>,
  })
  return {
    rowNumber: (): Column<Row> => ({
      id: numberId,
      header: '#',
      cell: (_, number) => number,
      align: 'end',
      width: '56px',
    }),
    link: (key: TextKey, header: string, to: (row: Row) => string, width = '26%'): Column<Row> => ({
      ...texts(key, header, width),
      filter: { kind: 'text' },
      cell: (row) => (
        <ClampedText text={String(row[key])}>
          <Link to={to(row)}>{String(row[key])}</Link>
        </ClampedText>
      ),
    }),
    text: (key: TextKey, header: string, width?: string): Column<Row> => ({
      ...texts(key, header, width),
      filter: { kind: 'text' },
    }),
    choice: (key: TextKey, header: string, width = '18%'): Column<Row> => ({
      ...texts(key, header, width),
      filter: { kind: 'choice' },
    }),
    /** `text` and `choice` for what is not a text of the row itself. */
    textOf: (id: string, header: string, textOf: (row: Row) => string, width?: string): Column<Row> => ({
      ...textsOfRows(id, header, textOf, width),
      filter: { kind: 'text' },
    }),
    choiceOf: (id: string, header: string, textOf: (row: Row) => string, width?: string): Column<Row> => ({
      ...textsOfRows(id, header, textOf, width),
      filter: { kind: 'choice' },
    }),
    number: (key: NumberKey, header: string, width?: string) => count(key, header, (row) => Number(row[key]), width),
    count,
    /** A time, in words: how long ago it was. */
    moment: (key: TextKey, header: string, width = '168px'): Column<Row> => ({
      ...texts(key, header, width),
      cell: (row) => <Moment iso={String(row[key])} isRelative />,
    }),
  }
}

/** The tags of metrics and of their templates, each of which the list can be filtered by. */
export const tagColumn: Column<{ readonly tags: readonly string[] }> = {
  id: 'tags',
  header: 'Tag',
  cell: ({ tags }) => <MarkLine words={tagsInOrder(tags)} toneOf={toneOfTag} />,
  sort: ({ tags }) => tags.join(' '),
  filter: { kind: 'choice', texts: ({ tags }) => tags },
}
