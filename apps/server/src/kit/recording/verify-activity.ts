import type { verifyChanges } from '@quatrain/contract/console/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { firstRowIn, valueIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#request/tenancy/tenancy.ts'
import type { Anchor } from './activity-anchors.ts'
import { type ActivityArchive, endOfRanges, findArchives, recordOf } from './activity-archives.ts'

/** The verification of one tenant's activity log. */
export interface VerifiedChain {
  readonly tenantId: number
  /** Empty for a tenant that has been deleted. */
  readonly tenant: string
  /** The number of rows, with those that are archived. */
  readonly rows: number
  readonly lastHash: string
  /** The number of the first row with a wrong hash, number or version, or that is missing; null if all are valid. */
  readonly firstBroken: number | null
  /** The number of its first rows that are in archives, and not verified. */
  readonly archived: number
  /** The number of its first rows that came with the file of the tenant: their hashes were made by the import. */
  readonly imported?: number
}

/** Rows that one statement reads, so that no statement is slow for a long log. */
const pageSize = 5_000

/**
 * Recomputes the hash of every row of the activity log from the row and the previous hash, and of the versions that it
 * refers to, page by page in the database. Chains with archives begin where these end. Spans tenants: each tenant's log is
 * a separate chain.
 */
export async function verifyActivity(everyTenant: Db): Promise<VerifiedChain[]> {
  const logged = sql`select tenant_id as id from activity union select tenant_id from activity_archives`
  const chains: VerifiedChain[] = []
  for (const tenant of await verifiable(everyTenant, logged)) chains.push(await verifyChain(everyTenant, tenant))
  return chains
}

/**
 * Verifies the rows of one tenant's activity log after the row `after`, which was verified before, or after the archives: as many as one
 * statement reads, at most `most`.
 */
export async function verifyPart(
  everyTenant: Db,
  tenantId: number,
  { after = 0, most = pageSize }: { readonly after?: number | undefined; readonly most?: number } = {},
): Promise<AnswerOf<typeof verifyChanges>> {
  const [tenant] = await verifiable(everyTenant, sql`select ${tenantId}::integer as id`)
  if (!tenant) throw new Error(`There is no tenant ${tenantId}.`)
  const archives = await findArchives(everyTenant, tenantId)
  const beginning = await beginningOf(everyTenant, tenant, archives)
  // These rows may have been archived meanwhile.
  const isContinued = after > beginning.rows
  const previous = isContinued
    ? await firstRowIn(everyTenant)<{ hash: string }>`
        select hash from activity where tenant_id = ${tenantId}::integer and number = ${after}::integer`
    : undefined
  const chain = isContinued ? { ...beginning, rows: after, lastHash: previous?.hash ?? '' } : beginning
  const page = await pageOf(everyTenant, chain, isContinued ? after : 0, most)
  const last = page?.last ?? chain.rows
  const newest = await valueIn(everyTenant)<number>`
    select coalesce(max(number), ${last}::integer) from activity where tenant_id = ${tenantId}::integer`
  const firstBroken = chain.firstBroken ?? page?.firstBroken ?? null
  const ended = { ...chain, rows: last, firstBroken }
  return {
    last,
    newest,
    archived: chain.archived,
    firstBroken: last < newest ? firstBroken : firstBrokenOf(ended, archives),
  }
}

/** Tenants, by a statement that selects their ids. */
async function verifiable(everyTenant: Db, ids: RawBuilder<unknown>): Promise<Verifiable[]> {
  const { rows } = await sql<Verifiable>`
    select id as "tenantId", coalesce(tenants.name, '') as tenant, imports.rows as imported
    from (${ids}) as logged
    left join tenants using (id)
    left join (${importsOfTenants}) as imports on imports.tenant = id
    order by tenants.name nulls last, id`.execute(everyTenant)
  return rows
}

/** Imports of tenants that the log records, also in archives: the tenant, the number of its imported rows, and the import. */
export const importsOfTenants = sql`
  select object_id as tenant, (after ->> 'activity')::integer as rows, after ->> 'import' as import from activity
  where kind = 'tenant' and action = 'import-tenant'
  union all
  select tenant, rows, import from activity_archives
  cross join lateral json_to_recordset(imports) as archived (tenant integer, rows integer, import text)`

type Verifiable = Pick<VerifiedChain, 'tenantId' | 'tenant'> & { readonly imported: number | null }

async function verifyChain(everyTenant: Db, tenant: Verifiable): Promise<VerifiedChain> {
  while (true) {
    const archives = await findArchives(everyTenant, tenant.tenantId)
    const chain = await verifyAfter(everyTenant, tenant, archives)
    if (chain.firstBroken === null) return chain
    // Rows may have been archived meanwhile.
    const { length } = await findArchives(everyTenant, tenant.tenantId)
    if (length === archives.length) return chain
  }
}

/** The chain before its first row that is not archived. */
async function beginningOf(
  everyTenant: Db,
  { imported, ...tenant }: Verifiable,
  archives: readonly ActivityArchive[],
): Promise<VerifiedChain> {
  const { end, gap } = endOfRanges(archives)
  const unrecorded = await firstUnrecorded(
    everyTenant,
    tenant.tenantId,
    archives.filter(({ recordedIn }) => recordedIn > end.number),
  )
  return {
    ...tenant,
    rows: end.number,
    lastHash: end.hash,
    firstBroken: gap ?? unrecorded,
    archived: end.number,
    ...(imported !== null && { imported }),
  }
}

/** The first row of a whole chain that is broken, or that is missing at its end. */
function firstBrokenOf({ rows, firstBroken, archived, imported = 0 }: VerifiedChain, archives: readonly object[]) {
  // The archive itself is in the log.
  const isLost = (archives.length > 0 && rows === archived) || rows < imported
  return firstBroken ?? (isLost ? rows + 1 : null)
}

async function verifyAfter(
  everyTenant: Db,
  tenant: Verifiable,
  archives: readonly ActivityArchive[],
): Promise<VerifiedChain> {
  let chain = await beginningOf(everyTenant, tenant, archives)
  let after = 0
  while (true) {
    const page = await pageOf(everyTenant, chain, after)
    if (page?.last == null) break
    const { rows, lastHash, last, firstBroken } = page
    after = last
    chain = { ...chain, rows: chain.rows + rows, lastHash, firstBroken: chain.firstBroken ?? firstBroken }
  }
  return { ...chain, firstBroken: firstBrokenOf(chain, archives) }
}

/** The first row of the first of these archives that no row of the log records; null if there is none. */
async function firstUnrecorded(
  everyTenant: Db,
  tenantId: number,
  archives: readonly ActivityArchive[],
): Promise<number | null> {
  if (archives.length === 0) return null
  const expectedArchives = archives.map((archive) => ({
    first: archive.firstNumber,
    number: archive.recordedIn,
    record: recordOf(archive),
  }))
  return valueIn(everyTenant)<number | null>`
    select min(first) as first
    from json_to_recordset(${JSON.stringify(expectedArchives)}::json) as archive (first integer, number integer, record jsonb)
    left join activity as entry on entry.tenant_id = ${tenantId}::integer and entry.number = archive.number
      and entry.action = 'archive-activity'
    where (entry.after::jsonb = archive.record) is not true`
}

interface Page extends Pick<VerifiedChain, 'rows' | 'lastHash' | 'firstBroken'> {
  /** The number of its last row; null if there are no more rows. */
  readonly last: number | null
}

const pageOf = (everyTenant: Db, chain: VerifiedChain, after: number, most = pageSize) =>
  firstRowIn(everyTenant)<Page>`
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
        order by number limit ${most}::integer
      ) as page
    ) as entry`

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
