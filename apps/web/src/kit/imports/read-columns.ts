import type { Sheet } from '#kit/imports/sheet-files.ts'
import { parseCsv, withoutGuard } from '#lib/csv.ts'

/** One row of a file by columns; a cell after the end of the row is undefined. */
export type ColumnsRow<Name extends string> = { readonly [Column in Name]: string | undefined } & {
  /** As spreadsheets count, from 1 with the heading. */
  readonly number: number
}

/** The columns of a file, each with the headings that it may have. */
type Columns<Name extends string> = Readonly<Record<Name, RegExp>>

/** Titles and dates often stand above the heading. */
const maxRowsAbove = 9

/**
 * Reads a CSV file with any separator and any order of columns, and with its heading in one of the first ten rows.
 * `withoutHeading` tells users how the columns of a file are taken if none of the headings is found; without it such a
 * file is refused.
 */
export function readColumns<Name extends string>(
  text: string,
  columns: Columns<Name>,
  withoutHeading?: string,
): Sheet<ColumnsRow<Name>> {
  const names = Object.keys(columns) as Name[] // The keys of a record are its names.
  // Some spreadsheets declare the separator in a separate line.
  const [announced, separator] = /^\uFEFF?sep=(.)(?=[\r\n])/i.exec(text) ?? []
  const delimiter = separator ?? likelyDelimiter(text, columns)
  const { rows, brokenRow } = parseCsv(text, delimiter)
  if (brokenRow !== undefined) return unreadable(`The quotes in row ${brokenRow} are not closed.`)
  const top = rows.findIndex((row, index) => !isBlank(row) && (index > 0 || announced === undefined))
  const below = rows
    .slice(Math.max(top, 0), Math.max(top, 0) + maxRowsAbove + 1)
    .findIndex((row) => hasAll(row, columns))
  const first = below > 0 ? top + below : top
  const heading = rows[first]
  if (!heading) return unreadable('The file is empty.')

  const placeOf = (name: Name) => heading.findIndex((cell) => columns[name].test(cell.trim()))
  const missingNames = names.filter((name) => placeOf(name) < 0)
  if (withoutHeading !== undefined && missingNames.length === names.length && heading.length === names.length) {
    const inOrder = (name: Name) => names.indexOf(name)
    const notes = [`There is no heading row: ${withoutHeading}.`]
    return { kind: 'rows', rows: rowsFrom(rows, first, names, inOrder), notes }
  }
  if (missingNames.length > 0) {
    const firstRowText = `Its first row is: ${listed(heading)}.`
    return unreadable(`There is no column ${missingNames.join(' and no column ')}. ${firstRowText}`)
  }
  const places = new Set(names.map(placeOf))
  const otherNames = heading.filter((name, at) => !places.has(at) && name.trim() !== '')
  const above = first > top ? [`The heading is row ${first + 1}. What is above it was ignored.`] : []
  const rowsOfSheet = rowsFrom(rows, first + 1, names, placeOf)
  return rowsOfSheet.length === 0
    ? unreadable('There is nothing below the heading row.')
    : {
        kind: 'rows',
        rows: rowsOfSheet,
        notes: [...above, ...(otherNames.length > 0 ? [`Ignored columns: ${listed(otherNames)}.`] : [])],
      }
}

const unreadable = (why: string) => ({ kind: 'unreadable', why }) as const

const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

const delimiters = [',', ';', '\t', '|']

const hasAll = (row: readonly string[], columns: Readonly<Record<string, RegExp>>) =>
  Object.values(columns).every((heading) => row.some((cell) => heading.test(cell.trim())))

/** The separator with which one of the first rows contains all columns; otherwise the first one that yields as many cells. */
function likelyDelimiter(text: string, columns: Readonly<Record<string, RegExp>>): string {
  const lines = text
    .slice(0, 10_000)
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
  const cellsOf = (line: string, delimiter: string) => parseCsv(line, delimiter).rows[0] ?? []
  const findsAll = (delimiter: string) =>
    lines.slice(0, maxRowsAbove + 2).some((line) => hasAll(cellsOf(line, delimiter), columns))
  const count = Object.keys(columns).length
  const yieldsAsMany = (delimiter: string) => cellsOf(lines[0] ?? '', delimiter).length === count
  // Any separator that a file does not contain yields one cell.
  const likely = count > 1 ? delimiters.find(yieldsAsMany) : undefined
  return delimiters.find(findsAll) ?? likely ?? ','
}

function rowsFrom<Name extends string>(
  rows: readonly (readonly string[])[],
  start: number,
  names: readonly Name[],
  placeOf: (name: Name) => number,
): ColumnsRow<Name>[] {
  const places = names.map((name) => [name, placeOf(name)] as const)
  const cellsOf = (row: readonly string[]) =>
    Object.fromEntries(
      places.map(([name, place]) => {
        const cell = row[place]
        return [name, cell === undefined ? undefined : withoutGuard(cell.trim()).trim()]
      }),
    ) as Record<Name, string | undefined> // A cell for each name.
  return rows.flatMap((row, index) => (index < start || isBlank(row) ? [] : [{ ...cellsOf(row), number: index + 1 }]))
}

const [maxListed, longest] = [8, 40]

/** Truncates texts of a file, so that they fit into a message. */
function listed(texts: readonly string[]): string {
  const listedTexts = texts.slice(0, maxListed).map((text) => {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    return line.length > longest ? `${line.slice(0, longest)}…` : line
  })
  const rest = texts.length - listedTexts.length
  return listedTexts.join(', ') + (rest > 0 ? ` and ${rest.toLocaleString('en')} more` : '')
}
