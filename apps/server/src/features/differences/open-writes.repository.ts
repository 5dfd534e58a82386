import type { KindDifferences } from '@quatrain/contract/console/differences.ts'
import type { Db } from '#request/tenancy/tenancy.ts'

export type OpenWrite = KindDifferences['openWrites'][number] & { readonly kind: string }

/** The tenant's writes to both stores that have not ended, the oldest first. */
export async function findOpenWrites(db: Db): Promise<OpenWrite[]> {
  const rows = await db
    .selectFrom('intents')
    .select(['kind', 'key as name', 'action', 'actor', 'opened_at', 'last_error as reason'])
    .orderBy('opened_at')
    .orderBy('id')
    .execute()
  return rows.map(({ opened_at, ...write }) => ({ ...write, since: new Date(opened_at).toISOString() }))
}
