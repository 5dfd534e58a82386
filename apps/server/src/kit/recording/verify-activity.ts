import { sql } from 'kysely'
import type { Db } from '#request/tenancy.ts'
import type { Anchor } from './activity-anchors.ts'

/** The verification of one tenant's activity log. */
export interface VerifiedChain {
  readonly tenantId: number
  /** Empty for a tenant that has been deleted. */
  readonly tenant: string
  readonly rows: number
  readonly lastHash: string
  /** The number of the first row with a wrong hash, number or version; null if all are valid. */
  readonly firstBroken: number | null
  /** The number of its first rows that came with the file of the tenant: their hashes were made by the import. */
  readonly imported?: number
}

/** Rows that one statement reads, so that no statement is slow for a long log. */
const pageSize = 5_000

/**
 * Recomputes the hash of every row of the activity log from the row and the previous hash, and of the versions that it
 * refers to, page by page in the database. Spans tenants: each tenant's log is a separate chain.
 */
export async function verifyActivity(everyTenant: Db): Promise<VerifiedChain[]> {
  const { rows: tenants } = await sql<{ id: number; name: string; imported: number | null }>`
    select id, coalesce(tenants.name, '') as name, imports.rows as imported
    from (select distinct tenant_id as id from activity) as logged left join tenants using (id)
    left join (
      select object_id as id, (after ->> 'activity')::integer as rows from activity
      where kind = 'tenant' and action = 'import-tenant'
    ) as imports using (id)
    order by tenants.name nulls last, id`.execute(everyTenant)
  const chains: VerifiedChain[] = []
  for (const { id, name, imported } of tenants) {
    const begun = { tenantId: id, tenant: name, rows: 0, lastHash: '', firstBroken: null }
    chains.push(await verifyChain(everyTenant, { ...begun, ...(imported !== null && { imported }) }))
  }
  return chains
}

async function verifyChain(everyTenant: Db, begun: VerifiedChain): Promise<VerifiedChain> {
  let chain = begun
  let after = 0
  while (true) {
    const page = await pageOf(everyTenant, chain, after)
    if (page?.last == null) return chain
    const { rows, lastHash, last, firstBroken } = page
    after = last
    chain = { ...chain, rows: chain.rows + rows, lastHash, firstBroken: chain.firstBroken ?? firstBroken }
  }
}

interface Page extends Pick<VerifiedChain, 'rows' | 'lastHash' | 'firstBroken'> {
  /** The number of its last row; null if there are no more rows. */
  readonly last: number | null
}

async function pageOf(everyTenant: Db, chain: VerifiedChain, after: number): Promise<Page | undefined> {
  const { rows } = await sql<Page>`
    select count(*)::integer as rows, max(number) as last,
      (array_agg(hash order by number desc))[1] as "lastHash",
      min(number) filter (where not (hash is not distinct from computed and previous_hash = hash_before
        and has_documents and number = ${chain.rows}::integer + place)) as "firstBroken"
    from (
      select (entry).number, (entry).hash, (entry).previous_hash,
        encode(sha256(convert_to(activity_text(entry), 'UTF8')), 'hex') as computed,
        ${hasDocument('before')} and ${hasDocument('after')} as has_documents,
        coalesce(lag((entry).hash) over (order by (entry).number), ${chain.lastHash}::text) as hash_before,
        row_number() over (order by (entry).number) as place
      from (
        select activity as entry from activity
        where tenant_id = ${chain.tenantId}::integer and number > ${after}::integer
        order by number limit ${pageSize}::integer
      ) as page
    ) as entry`.execute(everyTenant)
  return rows[0]
}

/** Whether the version that a row refers to has the document of its hash. */
const hasDocument = (side: 'before' | 'after') => {
  const [version, hash] = [sql.ref(`${side}_version`), sql.ref(`${side}_hash`)]
  return sql`((entry).${version} is null or ((entry).${hash} = (
    select document_hash(document) from versions
    where tenant_id = (entry).tenant_id and kind = (entry).kind and object_id = (entry).object_id
      and number = (entry).${version})) is true)`
}

/** The anchors whose row is missing or was changed. One statement. Spans tenants. */
export async function missedAnchors(everyTenant: Db, anchors: readonly Anchor[]): Promise<Anchor[]> {
  const { rows } = await sql<{ place: number }>`
    select given.place
    from json_to_recordset(${JSON.stringify(anchors.map((anchor, place) => ({ ...anchor, place })))}::json)
      as given (place integer, "tenantId" integer, number integer, hash text)
    left join activity as entry on entry.tenant_id = given."tenantId" and entry.number = given.number
    where entry.hash is distinct from given.hash`.execute(everyTenant)
  const missed = new Set(rows.map(({ place }) => place))
  return anchors.filter((_, place) => missed.has(place))
}
