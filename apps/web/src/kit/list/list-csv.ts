import { csvOf } from '#lib/csv.ts'
import type { Column } from './columns.tsx'

/** The part of a column that a file needs. */
export interface FileColumn<Row> extends Pick<Column<Row>, 'header' | 'text'> {
  readonly filter?: { readonly of?: (row: Row) => readonly string[] } | undefined
}

/** Rows as a file, with the columns of their list. Without row numbers, because spreadsheets have their own. */
export function listCsv<Row>(rows: readonly Row[], columns: readonly FileColumn<Row>[]): string {
  const kept = columns.flatMap(({ header, text, filter }) => {
    const filtered = filter?.of
    const of = text ?? (filtered && ((row: Row) => filtered(row).join(', ')))
    return of ? [{ header, of }] : []
  })
  return csvOf([kept.map(({ header }) => header), ...rows.map((row) => kept.map(({ of }) => of(row)))])
}
