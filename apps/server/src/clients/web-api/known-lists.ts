import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { RelayedList, RelayedRead } from '#request/context/web-api.ts'
import type { Tenant } from '#request/tenancy/tenancy.ts'
import type { ReadingWebApi } from './web-api-for.ts'

/** The size of a list that is kept. */
interface ListSize {
  readonly length: number
}

/** Reads a list of a tenant; undefined if the Web API has none. Throws `upstream_failed`. */
export type ReadList<Item> = (
  tenant: Tenant,
  read: Omit<RelayedRead, 'address'> & {
    /** The rest of the address, if one function reads several lists. */
    readonly below?: readonly string[]
  },
) => Promise<readonly Item[] | undefined>

interface Options {
  /** The characters of all responses that are kept, of all tenants. Their items need about three times as much memory. */
  readonly maxLength: number
  /** Milliseconds after its last use for which a list is kept. */
  readonly keptFor: number
}

/**
 * Reads that keep what they have read, by tenant, address and query. Each of them asks the Web API with the entity tag
 * of the list that is kept, so it never returns an older list than the Web API has, nor any list after the key was
 * revoked. Nothing is kept of services that send no entity tags.
 */
export function knownLists(readingWebApi: ReadingWebApi, { maxLength, keptFor }: Options) {
  const cache = new LRUCache<string, ListSize>({
    maxSize: maxLength,
    sizeCalculation: ({ length }) => length,
    ttl: keptFor,
    updateAgeOnGet: true,
    // The timer removes a list that nobody reads again, which would stay in memory.
    ttlAutopurge: true,
  })

  /** Reads lists at an address, or below it; `item` is the schema of an item. What it keeps is its own: call it once. */
  return <Item>(address: readonly string[], item: z.ZodType<Item>): ReadList<Item> => {
    /** The lists are dropped with their entry of the cache. */
    const lists = new WeakMap<ListSize, RelayedList<Item>>()
    return async (tenant, { below = [], ...read }) => {
      const whole = [...address, ...below]
      const place = JSON.stringify([tenant.id, whole, read.query])
      const entry = cache.get(place)
      const cachedList = entry && lists.get(entry)
      const response = await readingWebApi(tenant).relayUnlessKnown({ address: whole, ...read }, item, cachedList?.etag)
      if (response === 'known') return cachedList?.items
      if (response?.etag === undefined) {
        cache.delete(place)
        return response?.items
      }
      const added = { length: response.length }
      lists.set(added, response)
      cache.set(place, added)
      return response.items
    }
  }
}
