import { sql } from 'kysely'
import type { Context } from '#kit/operation.ts'
import { noFeeds, tenantGone, tenantNotFound } from '#kit/refusals.ts'

/**
 * Names of the tenants that feed this one, in the given order. Throws if they were never set, or if one of them was
 * deleted.
 */
export async function findFeeding({ db }: Context): Promise<string[]> {
  const { rows } = await sql<{ tenants: number[]; names: (string | null)[] }>`
    select tenants, names_of_tenants(tenants) as names from data_feeds
  `.execute(db)
  const [feed] = rows
  if (!feed) throw noFeeds()
  return feed.names.map((name, position) => {
    if (name === null) throw tenantGone(feed.tenants[position] ?? 0)
    return name
  })
}

/** Throws for the first name without a tenant, before anything is written. */
export async function writeFeeding({ db }: Context, names: readonly string[]): Promise<void> {
  const { rows } = await sql<{ ids: (number | null)[] }>`select tenants_named(${[...names]}::text[]) as ids`.execute(db)
  const ids = rows[0]?.ids ?? []
  for (const [position, id] of ids.entries()) if (id === null) throw tenantNotFound(names[position] ?? '')
  await sql`
    insert into data_feeds (tenants) values (${ids}::integer[])
    on conflict (tenant_id) do update set tenants = excluded.tenants
  `.execute(db)
}
