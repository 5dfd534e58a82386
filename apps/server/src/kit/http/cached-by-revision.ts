import { LRUCache } from 'lru-cache'
import type { Context } from '#request/context/context.ts'
import { readCurrent } from './read-current.ts'
import { revisionOf } from './revision.ts'

interface Cached<Value> {
  /** What the reads are counted by in revisions. */
  readonly path: string
  /** The bytes of all values, of all tenants. */
  readonly maxBytes: number
  readonly sizeOf: (value: Value) => number
  readonly read: (ctx: Context) => Promise<Value>
}

/** Returns a read whose values are cached for each tenant until something changes that they follow from. */
export function cachedByRevision<Value>({ path, maxBytes, sizeOf, read }: Cached<Value>): Cached<Value>['read'] {
  const cached = new LRUCache<number, { readonly state: string; readonly value: Value }>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => sizeOf(value) + 1,
  })
  const revision = (ctx: Context) => revisionOf(ctx, path)
  return async (ctx) => {
    const state = await revision(ctx)
    const current = cached.get(ctx.tenant.id)
    if (current?.state === state) return current.value
    const value = await readCurrent(ctx, state, revision, read)
    cached.set(ctx.tenant.id, { state, value })
    return value
  }
}
