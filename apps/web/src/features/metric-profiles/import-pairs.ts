import { merge } from '@quatrain/contract/compare/compare.ts'
import { membersOf } from '@quatrain/contract/compare/members.ts'
import {
  byServiceAndMetric,
  type MetricInstance,
  metricProfiles,
  pairKey,
} from '@quatrain/contract/resources/metric-profile.ts'
import { type ImportMode, type ImportPlan, type Numbered, repeated } from '#kit/imports/import-plan.ts'
import { InstanceRow, isBlank, newRow, pairsOfRows, trimmed } from './instance-rows.ts'
import type { SheetRow } from './metric-csv.ts'
import type { PairRules } from './metric-profile-form.ts'

/** Sorts the rows of a file by what would become of them. */
export function planImport(
  sheet: readonly SheetRow[],
  rows: readonly InstanceRow[],
  rules: PairRules,
): ImportPlan<MetricInstance> {
  const present = pairsOfRows(rows)
  const presentKeys = new Set(present.map(pairKey))
  const firstRows = new Map<string, number>()
  const added: Numbered<MetricInstance>[] = []
  const rejected: (Numbered<MetricInstance> & { reason: string })[] = []
  for (const row of sheet) {
    const pair = { number: row.number, service: row.service ?? '', metric: row.metric ?? '' }
    const key = pairKey(pair)
    const reason = reasonAgainst(row, rules) ?? repeatOf(firstRows.get(key))
    if (reason !== undefined) rejected.push({ ...pair, reason })
    else {
      firstRows.set(key, row.number)
      if (!presentKeys.has(key)) added.push(pair)
    }
  }
  const missing = present.filter((pair) => !firstRows.has(pairKey(pair)))
  return { added, missing, rejected, kept: firstRows.size - added.length }
}

const labels: Readonly<Record<string, string>> = { service: 'Service flavour', metric: 'Metric' }

function reasonAgainst(row: SheetRow, rules: PairRules): string | undefined {
  for (const part of ['service', 'metric'] as const) {
    if (row[part] === undefined) return `${labels[part]}: the row ends before this column`
  }
  const problems = rules({ service: row.service ?? '', metric: row.metric ?? '' })
  if (problems.length === 0) return undefined
  return problems.map(({ part, message }) => `${labels[part] ?? part}: ${message}`).join('. ')
}

const repeatOf = (first: number | undefined) => (first === undefined ? undefined : repeated(first))

/** The rows of the form with those of the file: a row that stays is the same row, and a stored pair is known again. */
export function importInto(
  rows: readonly InstanceRow[],
  stored: readonly InstanceRow[],
  { added, missing }: Pick<ImportPlan<MetricInstance>, 'added' | 'missing'>,
  mode: ImportMode,
): readonly InstanceRow[] {
  const typed = rows.filter((row) => !isBlank(row))
  const staying = mode === 'merge' ? typed : withoutRepeats(typed, new Set(missing.map(pairKey)))
  return inOrder([...staying, ...rowsFor(added, staying, stored)])
}

/** What the form held before an import and right after it. */
export interface Imported {
  readonly before: readonly InstanceRow[]
  readonly after: readonly InstanceRow[]
}

const pairs = metricProfiles.compared.metricinstances

/** The rows as they were before an import; what has been typed since stays. */
export function withoutImport({ before, after }: Imported, now: readonly InstanceRow[]): readonly InstanceRow[] {
  if (now.length === after.length && now.every((row, at) => isSame(row, after[at]))) return before
  const dataOf = (rows: readonly InstanceRow[]) => ({ pairs: pairsOfRows(rows) })
  const { value } = merge({ pairs }, { base: dataOf(after), mine: dataOf(now), theirs: dataOf(before) })
  const wanted = new Set(membersOf(value.pairs).map((pair) => pairs.cellsOf(pair).join('\n')))
  const unwanted = new Set([...now, ...before].map(keyOf).filter((key) => !wanted.has(key)))
  const typed = [...now, ...before].filter((row) => !isBlank(row))
  return inOrder(withOwnIds(withoutRepeats(typed, unwanted)))
}

const keyOf = (row: InstanceRow) => pairKey(trimmed(row))

const isSame = (row: InstanceRow, other: InstanceRow | undefined) =>
  row.id === other?.id && row.service === other.service && row.metric === other.metric

const inOrder = (rows: readonly InstanceRow[]) => (rows.length === 0 ? [newRow()] : rows.toSorted(byServiceAndMetric))

/** The first row of every pair, without those that are gone. */
function withoutRepeats(rows: readonly InstanceRow[], gone: ReadonlySet<string>): InstanceRow[] {
  const seen = new Set(gone)
  return rows.filter((row) => !seen.has(keyOf(row)) && seen.add(keyOf(row)))
}

/** Rows for new pairs; one that is stored gets the id by which it is known, unless a changed row has it. */
function rowsFor(pairs: readonly MetricInstance[], others: readonly InstanceRow[], stored: readonly InstanceRow[]) {
  const taken = new Set(others.map(({ id }) => id))
  const ids = new Map(stored.map((row) => [pairKey(row), row.id]))
  return pairs.map(({ service, metric }) => {
    const id = ids.get(pairKey({ service, metric }))
    return id === undefined || taken.has(id) ? newRow(service, metric) : new InstanceRow(id, service, metric)
  })
}

/** A row that was changed after an import may have the id of one that comes back. */
function withOwnIds(rows: readonly InstanceRow[]): InstanceRow[] {
  const taken = new Set<string>()
  return rows.map((row) => {
    if (taken.has(row.id)) return newRow(row.service, row.metric)
    taken.add(row.id)
    return row
  })
}
