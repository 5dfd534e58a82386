import { type ColumnsRow, readColumns } from '#kit/imports/read-columns.ts'
import type { Sheet } from '#kit/imports/sheet-files.ts'
import { csvOf } from '#lib/csv.ts'

/** Names of metric templates as a file. */
export const csvOfNames = (names: readonly string[]): string => csvOf([['name'], ...names.map((name) => [name])])

/** One row of a file. */
export type NameRow = Pick<ColumnsRow<'name'>, 'number'> & { readonly name: string }

const columns = { name: /^(name|metric([ _-]?template)?)$/i }

/** Reads a file with a column of names, with any separator and at any position. Rows without a name are skipped. */
export function readNameCsv(text: string): Sheet<NameRow> {
  const sheet = readColumns(text, columns, 'the only column was taken for names')
  if (sheet.kind === 'unreadable') return sheet
  const rows = sheet.rows.flatMap(({ number, name = '' }) => (name === '' ? [] : [{ number, name }]))
  return { ...sheet, rows }
}
