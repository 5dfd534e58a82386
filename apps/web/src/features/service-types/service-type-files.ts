import type { ServiceTypeDocument } from '@quatrain/contract/resources/service-type.ts'
import type { ImportKind } from '#kit/imports/ImportDialog.tsx'
import { exportSheet, readSheet } from '#kit/imports/sheet-files.ts'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import type { SheetRow } from './service-type-csv.ts'

/** Few users need CSV files, so their code is loaded on demand. */
const format = () => loadPart(() => import('./service-type-csv.ts'))

/** Downloads the service types of a tenant. */
export function exportServiceTypes(tenant: string, types: readonly ServiceTypeDocument[]): Promise<void> {
  const fileName = `${tenant}-service-types.csv`
  return exportSheet(fileName, async () => (await format()).csvOfServiceTypes(types), [
    `${counted(types.length, 'service type')} in ${fileName}`,
  ])
}

/** Files of service types. */
export const serviceTypeFiles: ImportKind<SheetRow, ServiceTypeDocument> = {
  what: 'service type',
  format:
    'A file has a heading row with the columns name, title and description, and one service type in each row below it.',
  columns: [
    { header: 'Name', textOf: ({ name }) => name },
    { header: 'Title', textOf: ({ title }) => title },
    { header: 'Description', textOf: ({ description }) => description },
  ],
  read: (file) => readSheet(file, 'list of service types', async () => (await format()).readServiceTypeCsv),
}
