import { byServiceAndMetric, type MetricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import { z } from 'zod'

/** One row of the table of pairs; the id stays when the pair is changed. */
export const instanceRow = z.object({ id: z.string(), service: z.string(), metric: z.string() })
export type InstanceRow = z.output<typeof instanceRow>

let last = 0

/** Ids are unique within this page load and differ from those of stored rows and of earlier loads. */
export const newRow = (service = '', metric = ''): InstanceRow => ({ id: `${session}-${++last}`, service, metric })
const session = Date.now().toString(36)

export const isBlank = ({ service, metric }: MetricInstance): boolean => service.trim() === '' && metric.trim() === ''

/** Stored pairs as rows, in order; what is stored has an id that follows from it. */
export const storedRows = (pairs: readonly MetricInstance[]): InstanceRow[] =>
  pairs
    .toSorted(byServiceAndMetric)
    .map(({ service, metric }) => ({ id: pairKey({ service, metric }), service, metric }))

/** Pairs as rows that keep the ids of the rows they have been before. */
export function rowsOfPairs(pairs: readonly MetricInstance[], before: readonly InstanceRow[]): InstanceRow[] {
  const ids = new Map(before.map((row) => [pairKey(row), row.id]))
  return pairs.toSorted(byServiceAndMetric).map(({ service, metric }) => ({
    ...newRow(service, metric),
    id: ids.get(pairKey({ service, metric })) ?? newRow().id,
  }))
}

/** The pairs that rows stand for: trimmed, in order, without blank rows. */
export const pairsOfRows = (rows: readonly InstanceRow[]): MetricInstance[] =>
  rows
    .filter((row) => !isBlank(row))
    .map(({ service, metric }) => ({ service: service.trim(), metric: metric.trim() }))
    .sort(byServiceAndMetric)

export type RowState = 'stored' | 'new' | 'changed'

/** What became of each row since it was stored. */
export function stateOfRow(row: InstanceRow, stored: ReadonlyMap<string, InstanceRow>): RowState {
  const before = stored.get(row.id)
  if (!before) return 'new'
  return pairKey(before) === pairKey(row) ? 'stored' : 'changed'
}

export const rowsById = (rows: readonly InstanceRow[]): ReadonlyMap<string, InstanceRow> =>
  new Map(rows.map((row) => [row.id, row]))

/** New and changed rows, and rows that are gone, each counted once. */
export function countRowChanges(before: readonly InstanceRow[], after: readonly InstanceRow[]): number {
  const stored = rowsById(before.filter((row) => !isBlank(row)))
  const kept = new Set<string>()
  let count = 0
  for (const row of after) {
    if (isBlank(row)) continue
    kept.add(row.id)
    if (stateOfRow(row, stored) !== 'stored') count++
  }
  for (const id of stored.keys()) if (!kept.has(id)) count++
  return count
}

export interface Pasted {
  readonly rows: readonly InstanceRow[]
  readonly added: number
  /** Pairs that were in the list already, or twice in what was pasted. */
  readonly skipped: number
}

/**
 * Puts pasted cells into the list, below the row where they were pasted; a blank row makes place for them. Two columns
 * are pairs. One column, pasted into the metrics, are metrics of that row's service; into the services, services.
 */
export function pasteInto(
  rows: readonly InstanceRow[],
  at: number,
  part: 'service' | 'metric',
  cells: readonly (readonly string[])[],
): Pasted {
  const target = rows[at]
  if (!target) return { rows, added: 0, skipped: 0 }
  const pairs = cells.filter((row) => !isHeading(row)).map((row) => pairOf(row, part, target))
  const seen = new Set(rows.filter((row) => !isBlank(row)).map(pairKey))
  const added: InstanceRow[] = []
  for (const pair of pairs) {
    const isPair = pair.service !== '' && pair.metric !== ''
    if (isPair && seen.has(pairKey(pair))) continue
    seen.add(pairKey(pair))
    added.push(newRow(pair.service, pair.metric))
  }
  const hasRoom = isBlank(target) || (part === 'metric' && target.metric.trim() === '' && cells.every(isSingle))
  const before = rows.slice(0, hasRoom ? at : at + 1)
  return {
    rows: [...before, ...added, ...rows.slice(at + 1)],
    added: added.length,
    skipped: pairs.length - added.length,
  }
}

const isSingle = (row: readonly string[]) => row.length < 2
const isHeading = ([first = '', second = '']: readonly string[]) =>
  /^service/i.test(first) && second.toLowerCase() === 'metric'

function pairOf(row: readonly string[], part: 'service' | 'metric', target: InstanceRow): MetricInstance {
  const [first = '', second = ''] = row
  if (isSingle(row) && part === 'metric') return { service: target.service.trim(), metric: first }
  return { service: first, metric: second }
}
