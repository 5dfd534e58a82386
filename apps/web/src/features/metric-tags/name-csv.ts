import type { Sheet } from '#kit/imports/sheet-files.ts'
import { csvOf, parseCsv, withoutGuard } from '#lib/csv.ts'

/** Names of metric templates as a file. */
export const csvOfNames = (names: readonly string[]): string => csvOf([['name'], ...names.map((name) => [name])])

/** One row of a file. */
export interface NameRow {
  /** As spreadsheets count, from 1 with the heading. */
  readonly number: number
  readonly name: string
}

const heading = /^(name|metric([ _-]?template)?)$/i
const delimiters = [',', ';', '\t', '|']

/** Reads a file with a column of names, with any separator and at any position. */
export function readNameCsv(text: string): Sheet<NameRow> {
  const firstLine = /\S[^\r\n]*/.exec(text.slice(0, 10_000))?.[0] ?? ''
  const placeIn = (delimiter: string) =>
    (parseCsv(firstLine, delimiter).rows[0] ?? []).findIndex((cell) => heading.test(cell.trim()))
  const delimiter = delimiters.find((delimiter) => placeIn(delimiter) >= 0) ?? ','
  const { rows, brokenRow } = parseCsv(text, delimiter)
  if (brokenRow !== undefined) return unreadable(`The quotes in row ${brokenRow} are not closed.`)
  const first = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const top = rows[first]
  if (!top) return unreadable('The file is empty.')
  const place = top.findIndex((cell) => heading.test(cell.trim()))
  if (place < 0 && top.length > 1) return unreadable('There is no column name.')
  const notes = place < 0 ? ['There is no heading row: the only column was taken for names.'] : []
  if (top.length > 1) notes.push('Other columns were ignored.')
  const found = rows.flatMap((row, index) => {
    const name = withoutGuard((row[Math.max(place, 0)] ?? '').trim()).trim()
    return index < first + (place < 0 ? 0 : 1) || name === '' ? [] : [{ number: index + 1, name }]
  })
  return found.length === 0
    ? unreadable('There is nothing below the heading row.')
    : { kind: 'rows', rows: found, notes }
}

const unreadable = (why: string): Sheet<NameRow> => ({ kind: 'unreadable', why })
