import Papa from 'papaparse'

/** Tells a spreadsheet the encoding. */
const byteOrderMark = '\uFEFF'

/**
 * A cell that spreadsheets would run as a formula, at its start or after what another spreadsheet takes for the end of
 * a cell. Apostrophes match too, so that the prefix can be removed again.
 */
const formula = /^([\s,;|"']*)(?=[=+\-@＝＋－＠])/
const guardedFormula = /^([\s,;|"']*)'(?=[=+\-@＝＋－＠])/
/** The characters that some spreadsheets strip before they detect a formula. */
const control = /^(?='*[\t\r\n])/
const guardedControl = /^'(?='*[\t\r\n])/

export type CsvCell = string | number

/**
 * Rows as comma-separated values (RFC 4180) for spreadsheets: in UTF-8, and with an apostrophe before every text that
 * would be run as a formula.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  byteOrderMark +
  Papa.unparse(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? guarded(cell) : cell))),
    // Quoted, so that no spreadsheet strips the apostrophe.
    { newline: '\r\n', quotes: (cell: unknown) => typeof cell === 'string' && cell.startsWith("'") },
  )

const guarded = (text: string): string => text.replace(formula, "$1'").replace(control, "'")

/** A text without the prefix that `csvOf` adds. */
export const withoutGuard = (cell: string): string => cell.replace(guardedControl, '').replace(guardedFormula, '$1')

export interface ParsedCsv {
  /** All rows, including blank ones, so that the index of a row is its number in a spreadsheet. */
  readonly rows: readonly (readonly string[])[]
  /** The first row with an unterminated quote; the rows after it are unreliable. */
  readonly brokenRow?: number | undefined
}

export function parseCsv(text: string, delimiter: string): ParsedCsv {
  const lines = (text.startsWith(byteOrderMark) ? text.slice(1) : text).replaceAll(/\r\n?/g, '\n')
  const { data, errors } = Papa.parse<string[]>(lines, { delimiter, newline: '\n' })
  const broken = errors.find(({ type }) => type === 'Quotes')
  return { rows: data, brokenRow: broken && (broken.row ?? 0) + 1 }
}
