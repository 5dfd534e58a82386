import type { ImportKind } from '#kit/imports/ImportDialog.tsx'
import { exportSheet, readSheet } from '#kit/imports/sheet-files.ts'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import type { Member } from './import-members.ts'
import type { NameRow } from './name-csv.ts'

/** Few users need CSV files, so their code is loaded on demand. */
const format = () => loadPart(() => import('./name-csv.ts'))

/** Downloads names of metric templates as a file. */
export const exportNames = (fileName: string, names: readonly string[]): Promise<void> =>
  exportSheet(`${fileName}.csv`, async () => (await format()).csvOfNames(names), [
    `${counted(names.length, 'metric template')} in ${fileName}.csv`,
  ])

/** Files of the members of a tag. */
export const memberFiles: ImportKind<NameRow, Member> = {
  itemsLabel: 'metric template',
  format: 'A file has a heading row with the column name, and the name of one metric template in each row below it.',
  columns: [{ header: 'Metric template', textOf: ({ name }) => name }],
  read: (file) => readSheet(file, 'list of metric templates', async () => (await format()).readNameCsv),
}
