import { merge } from '@quatrain/contract/compare/compare.ts'
import { membersOf } from '@quatrain/contract/compare/members.ts'
import {
  byServiceAndMetric,
  type MetricInstance,
  metricProfiles,
  pairKey,
} from '@quatrain/contract/resources/metric-profile.ts'
import { type ImportMode, type ImportPlan, planImport } from '#kit/imports/import-plan.ts'
import type { Imported } from '#kit/imports/use-csv-import.ts'
import type { PairSheetRow } from './metric-csv.ts'
import type { PairRules } from './metric-profile-form.ts'
import { keyOfPair, type PairRow, pairRows, pairsOfRows } from './pair-rows.ts'

/** Sorts the rows of a file by the result of importing them. */
export const planPairImport = (
  sheet: readonly PairSheetRow[],
  rows: readonly PairRow[],
  rules: PairRules,
): ImportPlan<MetricInstance> =>
  planImport<MetricInstance>(
    sheet.map(({ number, service = '', metric = '' }) => ({ number, service, metric })),
    {
      present: pairsOfRows(rows),
      keyOf: pairKey,
      reasonAgainst: (_, repeat, index) => reasonAgainst(sheet[index], rules) ?? repeat,
    },
  )

const labels: Readonly<Record<string, string>> = { service: 'Service flavour', metric: 'Metric' }

function reasonAgainst(row: PairSheetRow | undefined, rules: PairRules): string | undefined {
  for (const part of ['service', 'metric'] as const) {
    if (row?.[part] === undefined) return `${labels[part]}: the row ends before this column`
  }
  const problems = rules({ service: row?.service ?? '', metric: row?.metric ?? '' })
  if (problems.length === 0) return undefined
  return problems.map(({ part, message }) => `${labels[part] ?? part}: ${message}`).join('. ')
}

/** The rows of the form with those of the file: rows that stay keep their ids, and stored pairs get back theirs. */
export function importPairsInto(
  rows: readonly PairRow[],
  stored: readonly PairRow[],
  { added, missingItems }: Pick<ImportPlan<MetricInstance>, 'added' | 'missingItems'>,
  mode: ImportMode,
): readonly PairRow[] {
  const typed = rows.filter((row) => !pairRows.isBlank(row))
  const staying = mode === 'merge' ? typed : withoutRepeats(typed, new Set(missingItems.map(pairKey)))
  return inOrder([...staying, ...rowsFor(added, staying, stored)])
}

const pairs = metricProfiles.compared.metricinstances

/** The rows before an import, with later input. */
export function withoutPairImport(
  { before, after }: Imported<readonly PairRow[]>,
  now: readonly PairRow[],
): readonly PairRow[] {
  if (now.length === after.length && now.every((row, at) => isSame(row, after[at]))) return before
  const dataOf = (rows: readonly PairRow[]) => ({ pairs: pairsOfRows(rows) })
  const { value } = merge({ pairs }, { base: dataOf(after), mine: dataOf(now), theirs: dataOf(before) })
  const merged = new Set(membersOf(value.pairs).map((pair) => pairs.cellsOf(pair).join('\n')))
  const removed = new Set([...now, ...before].map(keyOfPair).filter((key) => !merged.has(key)))
  const typed = [...now, ...before].filter((row) => !pairRows.isBlank(row))
  return inOrder(withOwnIds(withoutRepeats(typed, removed)))
}

const isSame = (row: PairRow, otherRow: PairRow | undefined) =>
  row.id === otherRow?.id && row.service === otherRow.service && row.metric === otherRow.metric

const inOrder = (rows: readonly PairRow[]) => pairRows.orBlankRow(rows).sort(byServiceAndMetric)

/** The first row of every pair, without removed ones. */
function withoutRepeats(rows: readonly PairRow[], removed: ReadonlySet<string>): PairRow[] {
  const removedKeys = new Set(removed)
  return rows.filter((row) => !removedKeys.has(keyOfPair(row)) && removedKeys.add(keyOfPair(row)))
}

/** Rows for new pairs; a stored one gets its known id, unless a changed row has it. */
function rowsFor(pairs: readonly MetricInstance[], otherRows: readonly PairRow[], stored: readonly PairRow[]) {
  const usedIds = new Set(otherRows.map(({ id }) => id))
  const ids = new Map(stored.map((row) => [pairKey(row), row.id]))
  return pairs.map(({ service, metric }) => {
    const id = ids.get(pairKey({ service, metric }))
    return id === undefined || usedIds.has(id)
      ? pairRows.newRow({ service, metric })
      : pairRows.rowWith(id, { service, metric })
  })
}

/** A row that was changed after an import may have the id of a restored one. */
function withOwnIds(rows: readonly PairRow[]): PairRow[] {
  const usedIds = new Set<string>()
  return rows.map((row) => {
    if (usedIds.has(row.id)) return pairRows.newRow({ service: row.service, metric: row.metric })
    usedIds.add(row.id)
    return row
  })
}
