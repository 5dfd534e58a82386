import { byServiceAndMetric, type MetricInstance } from '@quatrain/contract/resources/metric-profile.ts'
import { type ColumnsRow, readColumns } from '#kit/imports/read-columns.ts'
import type { Sheet } from '#kit/imports/sheet-files.ts'
import { csvOf } from '#lib/csv.ts'

const headings = ['service', 'metric'] as const

/** The pairs of a profile as a file. */
export const csvOfPairs = (pairs: readonly MetricInstance[]): string =>
  csvOf([headings, ...pairs.toSorted(byServiceAndMetric).map(({ service, metric }) => [service, metric])])

/** One row of a file. */
export type PairSheetRow = ColumnsRow<(typeof headings)[number]>

/** The headings of this console, of earlier ones and of their tables. */
const columns = { service: /^service([ _-]?(flavou?r|type))?$/i, metric: /^metric$/i }

/** Reads a file of pairs. */
export const readMetricCsv = (text: string): Sheet<PairSheetRow> =>
  readColumns(text, columns, 'the first column was taken for services, the second for metrics')
