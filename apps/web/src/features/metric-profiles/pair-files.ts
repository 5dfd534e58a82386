import type { MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import type { ImportKind } from '#kit/imports/ImportDialog.tsx'
import { exportSheet, readSheet } from '#kit/imports/sheet-files.ts'
import { loadPart } from '#lib/load-part.ts'
import { counted } from '#lib/words.ts'
import type { PairSheetRow } from './metric-csv.ts'

/** Few users need CSV files, so their code is loaded on demand. */
const format = () => loadPart(() => import('./metric-csv.ts'))

/** Downloads the pairs as a file that is named after their profile. */
export function exportPairs(name: string, pairs: readonly MetricInstance[], hasChanges: boolean): Promise<void> {
  const unsaved = hasChanges ? 'Changes that are not saved yet are in it.' : undefined
  const lines = [`${counted(pairs.length, 'pair')} in ${name}.csv`, unsaved]
  return exportSheet(`${name}.csv`, async () => (await format()).csvOfPairs(pairs), lines)
}

/** Downloads a file with the heading row only. */
export const exportTemplate = (): Promise<void> =>
  exportSheet('metric-profile.csv', async () => (await format()).csvOfPairs([]), ['metric-profile.csv, to fill in'])

/** Files of the pairs of a profile. */
export const pairFiles: ImportKind<PairSheetRow, MetricInstance> = {
  itemsLabel: 'pair',
  format: 'A file has a heading row with the columns service and metric, and one pair in each row below it.',
  columns: [
    { header: 'Service flavour', textOf: ({ service }) => service },
    { header: 'Metric', textOf: ({ metric }) => metric },
  ],
  read: (file) => readSheet(file, 'metric profile', async () => (await format()).readMetricCsv),
}
