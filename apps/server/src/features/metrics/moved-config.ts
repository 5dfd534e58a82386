import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { pathKey } from '@quatrain/contract/resources/metric.ts'
import type { ConfigMove } from '@quatrain/contract/resources/metric-moves.ts'

interface Configs {
  /** The configuration of the metric. */
  readonly own: readonly KeyValue[]
  /** The configuration of its template version, and of the version that it moves to. */
  readonly current: readonly KeyValue[]
  readonly target: readonly KeyValue[]
}

/**
 * The configuration of a metric in another version of its template: the entries of that version, in its order. A value that
 * the tenant has changed is kept, except the path, which no tenant can change. `moves` are the entries that change, and those
 * that are kept although the template has another value.
 */
export function movedConfig({ own, current, target }: Configs): { config: KeyValue[]; moves: ConfigMove[] } {
  const [ownValues, templateValues] = [firstValues(own), firstValues(current)]
  const moves: ConfigMove[] = []
  const config = target.map(({ key, value }) => {
    const now = ownValues.get(key)
    const isKept = now !== undefined && key !== pathKey && now !== templateValues.get(key)
    if (now !== value) moves.push({ key, from: now, to: isKept ? now : value, ...(isKept && { instead: value }) })
    return { key, value: isKept ? now : value }
  })
  const targetKeys = new Set(target.map(({ key }) => key))
  const removed = own.filter(({ key }) => !targetKeys.has(key)).map(({ key, value }) => ({ key, from: value }))
  return { config, moves: [...moves, ...removed] }
}

/** If a key is repeated, its first value. */
const firstValues = (pairs: readonly KeyValue[]): ReadonlyMap<string, string> =>
  new Map(pairs.toReversed().map(({ key, value }) => [key, value]))
