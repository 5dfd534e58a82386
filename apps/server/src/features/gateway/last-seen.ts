import type { StaleRead } from '@quatrain/contract/console/gateway.ts'
import { z } from 'zod'
import { UpstreamError } from '#clients/web-api/upstream-error.ts'
import type { Context } from '#request/context/context.ts'
import { findLastSeen, storeLastSeen } from './last-seen.repository.ts'

interface Read<Item> {
  readonly data: Item[]
  /** Absent if the Web API has just answered. */
  readonly stale?: StaleRead
}

/**
 * Reads a collection of the Web API and stores the result. If the Web API fails, the result is the last stored one, with
 * its time and the reason; if there is none, the failure is thrown. `item` is the schema of a document.
 */
export async function readOrLastSeen<Item>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  collection: string,
  item: z.ZodType<Item>,
  read: () => Promise<Item[]>,
): Promise<Read<Item>> {
  try {
    const data = await read()
    await storeLastSeen(db, collection, { data, seenAt: now() })
    return { data }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const lastSeen = await findLastSeen(db, collection)
    if (!lastSeen) throw error
    return {
      data: z.array(item).parse(lastSeen.data),
      stale: { seenAt: lastSeen.seenAt.toISOString(), reason: error.message },
    }
  }
}
