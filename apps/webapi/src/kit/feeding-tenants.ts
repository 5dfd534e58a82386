import { sql } from 'kysely'
import type { Context } from './endpoint.ts'
import { type Db, enterTenantToRead } from './tenancy.ts'

/**
 * What `read` returns for each tenant that feeds this one, in the order of the feed. `read` sees the rows of that
 * tenant only.
 */
export function ofFeedingTenants<T>({ db }: Context, read: (db: Db, tenant: string) => Promise<T>): Promise<T[]> {
  return db.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: number; name: string }>`
      select given.id, given.name
      from data_feeds as feed, unnest(feed.tenants, names_of_tenants(feed.tenants)) with ordinality as given (id, name, position)
      where given.id <> feed.tenant_id and given.name is not null
      group by given.id, given.name order by min(given.position)`.execute(db)
    const results: T[] = []
    for (const { id, name } of rows) {
      await enterTenantToRead(db, id)
      results.push(await read(db, name))
    }
    return results
  })
}
