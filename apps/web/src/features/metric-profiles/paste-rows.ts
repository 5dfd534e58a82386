import { type MetricInstance, pairKey } from '@quatrain/contract/resources/metric-profile.ts'
import { type InstanceRow, isBlank, newRow } from './instance-rows.ts'

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
    const isWhole = pair.service !== '' && pair.metric !== ''
    if (isWhole && seen.has(pairKey(pair))) continue
    seen.add(pairKey(pair))
    added.push(newRow(pair.service, pair.metric))
  }
  const isReplaced = isBlank(target) || (part === 'metric' && target.metric.trim() === '' && cells.every(isSingle))
  const before = rows.slice(0, isReplaced ? at : at + 1)
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
