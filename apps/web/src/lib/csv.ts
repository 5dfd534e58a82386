import Papa from 'papaparse'

/** By which a spreadsheet knows the encoding. */
const byteOrderMark = '\uFEFF'

/**
 * What a spreadsheet would run instead of showing it stands first in a cell, or after what another spreadsheet takes for
 * the end of a cell. Apostrophes count along, so that the guard can be taken off again.
 */
const formula = /^([\s,;|"']*)(?=[=+\-@＝＋－＠])/
const guardedFormula = /^([\s,;|"']*)'(?=[=+\-@＝＋－＠])/
/** Some spreadsheets take these off before they look for a formula. */
const control = /^(?='*[\t\r\n])/
const guardedControl = /^'(?='*[\t\r\n])/

export type CsvCell = string | number

/**
 * Rows as a file of comma-separated values (RFC 4180) that spreadsheets read as it is meant: in UTF-8, and with an
 * apostrophe before every text that would be taken for a formula.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  byteOrderMark +
  Papa.unparse(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell))),
    // Quoted, so that no spreadsheet takes the guard itself for something to be read.
    { newline: '\r\n', quotes: (cell: unknown) => typeof cell === 'string' && cell.startsWith("'") },
  )

const guarded = (text: string): string => text.replace(formula, "$1'").replace(control, "'")

/** A text as it was before `csvOf` made it harmless. */
export const withoutGuard = (cell: string): string => cell.replace(guardedControl, '').replace(guardedFormula, '$1')

export interface ParsedCsv {
  /** Every row, also blank ones, so that a row's place is its number in a spreadsheet. */
  readonly rows: readonly (readonly string[])[]
  /** The first row whose quotes make no sense; what follows it cannot be relied on. */
  readonly brokenRow?: number | undefined
}

export function parseCsv(text: string, delimiter: string): ParsedCsv {
  const lines = (text.startsWith(byteOrderMark) ? text.slice(1) : text).replaceAll(/\r\n?/g, '\n')
  const { data, errors } = Papa.parse<string[]>(lines, { delimiter, newline: '\n' })
  const broken = errors.find(({ type }) => type === 'Quotes')
  return { rows: data, brokenRow: broken && (broken.row ?? 0) + 1 }
}
