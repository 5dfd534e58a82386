import type { ServiceTypeDocument } from '@quatrain/contract/resources/service-type.ts'
import { type ColumnsRow, readColumns } from '#kit/imports/read-columns.ts'
import type { Sheet } from '#kit/imports/sheet-files.ts'
import { csvOf } from '#lib/csv.ts'

const headings = ['name', 'title', 'description'] as const

/** One row of a file. */
export type SheetRow = ColumnsRow<(typeof headings)[number]>

/** As this console calls them in its files and on its screens. */
const columns = {
  name: /^(service[ _-]?)?name$/i,
  title: /^(service[ _-]?)?title$/i,
  description: /^(service[ _-]?)?description$/i,
}

/** Service types as a file, by name. */
export const csvOfServiceTypes = (types: readonly ServiceTypeDocument[]): string =>
  csvOf([headings, ...types.toSorted(byName).map(({ name, title, description }) => [name, title, description])])

const byName = (one: ServiceTypeDocument, other: ServiceTypeDocument) =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0

/** Reads a file of service types. */
export const readServiceTypeCsv = (text: string): Sheet<SheetRow> => readColumns(text, columns)
