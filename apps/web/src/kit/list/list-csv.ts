import { csvOf } from '#lib/csv.ts'
import { type Column, textsOf } from './columns.tsx'

/** Rows as a file, with the columns of their list. Without row numbers, because spreadsheets have their own. */
export function listCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const kept = columns.flatMap((column) => {
    const texts = textsOf(column)
    const of = column.text ?? (texts && ((row: Row) => texts(row).join(', ')))
    return of ? [{ header: column.header, of }] : []
  })
  return csvOf([kept.map(({ header }) => header), ...rows.map((row) => kept.map(({ of }) => of(row)))])
}
