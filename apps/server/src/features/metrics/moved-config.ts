import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { pathKey } from '@quatrain/contract/resources/metric.ts'
import type { ConfigMove } from '@quatrain/contract/resources/metric-moves.ts'

interface Configs {
  /** The configuration of the metric. */
  readonly own: readonly KeyValue[]
  /** The configurations of its current and of its new template version. */
  readonly held: readonly KeyValue[]
  readonly target: readonly KeyValue[]
}

/**
 * The configuration of a metric with another version of its template: the entries of that version, in its order. A
 * value that the tenant has set itself, which differs from that of the current version, is kept, except for the path,
 * which never belongs to the tenant. `moves` are the entries to be shown.
 */
export function movedConfig({ own, held, target }: Configs): { config: KeyValue[]; moves: ConfigMove[] } {
  const [mine, said] = [firstValues(own), firstValues(held)]
  const moves: ConfigMove[] = []
  const config = target.map(({ key, value }) => {
    const now = mine.get(key)
    const isKept = now !== undefined && key !== pathKey && now !== said.get(key)
    if (now !== value) moves.push({ key, from: now, to: isKept ? now : value, ...(isKept && { instead: value }) })
    return { key, value: isKept ? now : value }
  })
  const wanted = new Set(target.map(({ key }) => key))
  const gone = own.filter(({ key }) => !wanted.has(key)).map(({ key, value }) => ({ key, from: value }))
  return { config, moves: [...moves, ...gone] }
}

/** Of a repeated key, the first one is used. */
const firstValues = (pairs: readonly KeyValue[]): ReadonlyMap<string, string> =>
  new Map(pairs.toReversed().map(({ key, value }) => [key, value]))
