import type { ServiceTypeDocument } from '@quatrain/contract/resources/service-type.ts'
import { type ColumnsRow, readColumns } from '#kit/imports/read-columns.ts'
import type { Sheet } from '#kit/imports/sheet-files.ts'
import { csvOf } from '#lib/csv.ts'

const headings = ['name', 'title', 'description'] as const

type Heading = (typeof headings)[number]

/** One row of a file. */
export type TypeSheetRow = ColumnsRow<'name' | 'description'> & { readonly title?: string | undefined }

/** The headings of columns, as this console calls them in its files and on its screens. */
const columns: Readonly<Record<Heading, RegExp>> = {
  name: /^(service[ _-]?)?name$/i,
  title: /^(service[ _-]?)?title$/i,
  description: /^(service[ _-]?)?description$/i,
}

const isUsed = (heading: Heading, hasTitles: boolean) => hasTitles || heading !== 'title'

/** Service types as a file, by name. */
export function csvOfServiceTypes(types: readonly ServiceTypeDocument[], hasTitles: boolean): string {
  const usedHeadings = headings.filter((heading) => isUsed(heading, hasTitles))
  return csvOf([usedHeadings, ...types.toSorted(byName).map((type) => usedHeadings.map((heading) => type[heading]))])
}

const byName = (a: ServiceTypeDocument, b: ServiceTypeDocument) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

/** Reads a file of service types. Titles are another column where the tenant does not use them. */
export function readServiceTypeCsv(text: string, hasTitles: boolean): Sheet<TypeSheetRow> {
  const { title: _, ...untitled } = columns
  return hasTitles ? readColumns(text, columns) : readColumns(text, untitled)
}
