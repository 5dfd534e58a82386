import { byServiceAndMetric, type MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import type { Sheet } from '#kit/imports/sheet-files.ts'
import { csvOf, parseCsv, withoutGuard } from '#lib/csv.ts'

const headings = ['service', 'metric'] as const

/** The pairs of a profile as a file. */
export const csvOfPairs = (pairs: readonly MetricInstance[]): string =>
  csvOf([headings, ...pairs.toSorted(byServiceAndMetric).map(({ service, metric }) => [service, metric])])

/** One row of a file; what is missing is a cell that the row is too short for. */
export interface SheetRow {
  /** As spreadsheets count, from 1 with the heading. */
  readonly number: number
  readonly service: string | undefined
  readonly metric: string | undefined
}

/** Reads a file of pairs with any separator and any order of columns. */
export function readMetricCsv(text: string): Sheet<SheetRow> {
  // Some spreadsheets declare the separator in a separate line.
  const [announced, separator] = /^\uFEFF?sep=(.)(?=[\r\n])/i.exec(text) ?? []
  const delimiter = separator ?? likelyDelimiter(text)
  const { rows, brokenRow } = parseCsv(text, delimiter)
  if (brokenRow !== undefined) return unreadable(`The quotes in row ${brokenRow} are not closed as they should be.`)
  const first = rows.findIndex((row, index) => !isBlank(row) && (index > 0 || announced === undefined))
  const heading = rows[first]
  if (!heading) return unreadable('The file is empty.')

  const columns = columnsOf(heading)
  const notes: string[] = []
  if (columns.service < 0 && columns.metric < 0 && heading.length === 2) {
    notes.push('There is no heading row: the first column was taken for services, the second for metrics.')
    return { kind: 'rows', rows: rowsFrom(rows, first, { service: 0, metric: 1 }), notes }
  }
  const missing = headings.filter((name) => columns[name] < 0)
  if (missing.length > 0) {
    const found = `Its first row is: ${listed(heading)}.`
    return unreadable(`There is no column ${missing.join(' and no column ')}. ${found}`)
  }
  const others = heading.filter((name, at) => at !== columns.service && at !== columns.metric && name.trim() !== '')
  if (others.length > 0) notes.push(`Columns that were left out: ${listed(others)}.`)
  const found = rowsFrom(rows, first + 1, columns)
  return found.length === 0
    ? unreadable('There is nothing below the heading row.')
    : { kind: 'rows', rows: found, notes }
}

const unreadable = (why: string): Sheet<SheetRow> => ({ kind: 'unreadable', why })

const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

interface Columns {
  readonly service: number
  readonly metric: number
}

/** As this console, its predecessors and its tables call them. */
const names = { service: /^service([ _-]?(flavou?r|type))?$/i, metric: /^metric$/i }

function columnsOf(heading: readonly string[]): Columns {
  const placeOf = (name: RegExp) => heading.findIndex((cell) => name.test(cell.trim()))
  return { service: placeOf(names.service), metric: placeOf(names.metric) }
}

/** The separator with which the first row contains both columns; otherwise the first one that yields two cells. */
function likelyDelimiter(text: string): string {
  const firstLine = /\S[^\r\n]*/.exec(text.slice(0, 10_000))?.[0] ?? ''
  const headingWith = (delimiter: string) => parseCsv(firstLine, delimiter).rows[0] ?? []
  const finds = (delimiter: string) => {
    const { service, metric } = columnsOf(headingWith(delimiter))
    return service >= 0 && metric >= 0
  }
  return delimiters.find(finds) ?? delimiters.find((delimiter) => headingWith(delimiter).length === 2) ?? ','
}

const delimiters = [',', ';', '\t', '|']

function rowsFrom(rows: readonly (readonly string[])[], start: number, { service, metric }: Columns): SheetRow[] {
  const cellOf = (row: readonly string[], at: number) => {
    const cell = row[at]
    return cell === undefined ? undefined : withoutGuard(cell.trim()).trim()
  }
  return rows.flatMap((row, index) =>
    index < start || isBlank(row)
      ? []
      : [{ number: index + 1, service: cellOf(row, service), metric: cellOf(row, metric) }],
  )
}

const [maxListed, longest] = [8, 40]

/** Truncates texts of a file, so that they fit into a message. */
function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, maxListed).map((text) => {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    return line.length > longest ? `${line.slice(0, longest)}…` : line
  })
  const rest = texts.length - shown.length
  return shown.join(', ') + (rest > 0 ? ` and ${rest.toLocaleString('en')} more` : '')
}
