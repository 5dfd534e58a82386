import { csvOf } from '#lib/csv.ts'
import { type Column, textsOf } from './columns.tsx'

/** Rows as a file, with the columns of their list. Without row numbers, because spreadsheets have their own. */
export function listCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const fileColumns = columns.flatMap((column) => {
    const texts = textsOf(column)
    const textOf = column.text ?? (texts && ((row: Row) => texts(row).join(', ')))
    return textOf ? [{ header: column.header, textOf }] : []
  })
  const lines = rows.map((row) => fileColumns.map(({ textOf }) => textOf(row)))
  return csvOf([fileColumns.map(({ header }) => header), ...lines])
}
