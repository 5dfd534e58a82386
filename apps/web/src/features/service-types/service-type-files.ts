import type { ServiceTypeDocument } from '@quatrain/contract/resources/service-type.ts'
import type { ImportKind } from '#kit/imports/ImportDialog.tsx'
import { exportSheet, readSheet } from '#kit/imports/sheet-files.ts'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import type { TypeSheetRow } from './service-type-csv.ts'

/** Few users need CSV files, so their code is loaded on demand. */
const format = () => loadPart(() => import('./service-type-csv.ts'))

/** Downloads the service types of a tenant. */
export function exportServiceTypes(
  tenant: string,
  types: readonly ServiceTypeDocument[],
  hasTitles: boolean,
): Promise<void> {
  const fileName = `${tenant}-service-types.csv`
  return exportSheet(fileName, async () => (await format()).csvOfServiceTypes(types, hasTitles), [
    `${counted(types.length, 'service type')} in ${fileName}`,
  ])
}

const filesWith = (hasTitles: boolean): ImportKind<TypeSheetRow, ServiceTypeDocument> => ({
  itemsLabel: 'service type',
  format: hasTitles
    ? 'A file has a heading row with the columns name, title and description, and one service type in each row below it.'
    : 'A file has a heading row with the columns name and description, and one service type in each row below it.',
  columns: [
    { header: 'Name', textOf: ({ name }) => name },
    ...(hasTitles ? [{ header: 'Title', textOf: ({ title }: ServiceTypeDocument) => title }] : []),
    { header: 'Description', textOf: ({ description }) => description },
  ],
  read: (file) =>
    readSheet(file, 'list of service types', async () => {
      const { readServiceTypeCsv } = await format()
      return (text) => readServiceTypeCsv(text, hasTitles)
    }),
})

const files = { titled: filesWith(true), untitled: filesWith(false) }

/** Files of service types. */
export const serviceTypeFiles = (hasTitles: boolean) => (hasTitles ? files.titled : files.untitled)
