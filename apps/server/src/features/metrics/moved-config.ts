import type { KeyValue } from '@quatrain/contract/kit/fields.ts'
import { pathKey } from '@quatrain/contract/resources/metric.ts'
import type { ConfigMove } from '@quatrain/contract/resources/metric-moves.ts'

interface Configs {
  /** What the metric has. */
  readonly own: readonly KeyValue[]
  /** What the template version says that it stands on, and the one that it is to stand on. */
  readonly held: readonly KeyValue[]
  readonly target: readonly KeyValue[]
}

/**
 * The configuration of a metric on another version of its template: the entries of that version, in its order. A value
 * that the tenant has set itself, which is to say otherwise than the template said, is kept; but for the path, which is
 * never the tenant's. `moves` are the entries of which there is something to tell.
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

/** Of a key that is there twice, the first counts. */
const firstValues = (pairs: readonly KeyValue[]): ReadonlyMap<string, string> =>
  new Map(pairs.toReversed().map(({ key, value }) => [key, value]))
