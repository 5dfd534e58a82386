import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import type { TopologyList } from './topology-lists.ts'

/** A list that was written: its number and the number of its rows. */
export interface WrittenList {
  readonly list: number
  readonly size: number
}

/** `until` of the rows that belong to all later lists. */
const always = sql.lit(2_147_483_647)

/**
 * The maximum time that a write waits for another one, in milliseconds: that can take seconds, and what was prepared
 * would be lost. It is shorter than the maximum time of a statement.
 */
const longestWait = 25_000

/** Prepares a transaction for rows: the memory to sort and group them, time to wait for locks, and a temporary table. */
export async function createStaged(db: Db, { fields }: TopologyList): Promise<void> {
  await sql`
    select set_config('work_mem', '64MB', true), set_config('lock_timeout', ${String(longestWait)}, true)`.execute(db)
  await sql`
    create temporary table staged_topology (
      hash bytea, ${columns(fields, sql` text collate "C"`)}, tags json, tenant text, written text
    ) on commit drop`.execute(db)
}

/** Adds rows in normal form, as JSON. */
export const stage = (db: Db, { fields }: TopologyList, rows: string) =>
  sql`
  insert into staged_topology
  select sha256(convert_to(element::text, 'UTF8')), ${columns(fields, sql``, sql`part.`)}, part.tags, sent.tenant,
    substr(sent.row::text, 2, length(sent.row::text) - 2)
  from json_array_elements(${rows}::json) as element,
    json_to_record(element) as sent (row json, tenant text),
    json_to_record(sent.row) as part (${columns(fields, sql` text`)}, tags json)`.execute(db)

/** Waits until no other write stores rows of this list; only such writes wait. Until the transaction ends. */
export const lockRows = (db: Db, { kind }: TopologyList, tenant: number) =>
  sql`select pg_advisory_xact_lock(hashtext(${`topology of the Web API: ${kind}`}), ${tenant})`.execute(db)

/** Stores the staged rows as a list, each row once; a list that is already stored is used again. Needs `lockRows`. */
export async function storeStaged(db: Db, list: TopologyList): Promise<WrittenList> {
  await sql`analyze staged_topology`.execute(db)
  const { rows } = await sql<WrittenList & { isNew: boolean }>`
    with content as (
      select count(*)::integer as size, sha256(coalesce(string_agg(hash, '' order by hash), '')) as hash
      from (select distinct hash from staged_topology) as row
    ), known as (
      select number from topology_lists join content using (hash) where kind = ${list.kind}
    ), added as (
      insert into topology_lists (kind, number, size, hash)
      select ${list.kind}, 1 + coalesce((select max(number) from topology_lists where kind = ${list.kind}), 0), size, hash
      from content where not exists (select from known) returning number
    )
    select coalesce(added.number, known.number) as list, content.size, added.number is not null as "isNew"
    from content left join added on true left join known on true`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error('No list of the topology was stored.')
  if (stored.isNew) await storeDifference(db, list, stored.list)
  return { list: stored.list, size: stored.size }
}

/**
 * Ends the rows of the previous list that are not in this one, and adds its new rows, then their tags: in one statement,
 * 200,000 rows take longer on a busy machine than a statement may.
 */
async function storeDifference(db: Db, { rows, tags, fields }: TopologyList, number: number): Promise<void> {
  await sql`
    update ${rows} as item set until = ${number} where item.until = ${always}
      and not exists (select from staged_topology as staged where staged.hash = item.hash)`.execute(db)
  await sql`
    insert into ${rows} (since, hash, ${columns(fields)}, tenant, written)
    select ${number}, hash, ${columns(fields)}, tenant, written from (
      select distinct on (hash) hash, ${columns(fields)}, tenant, written from staged_topology as staged
      where not exists (select from ${rows} as item where item.until = ${always} and item.hash = staged.hash)
    ) as staged order by ${columns(fields)}`.execute(db)
  await sql`
    insert into ${tags} (name, value_hash, list, value, items)
    select tag.key, sha256(convert_to(tag.value, 'UTF8')), ${number}, tag.value, array_agg(added.id)
    from (select id, hash from ${rows} where until = ${always} and since = ${number}) as added
    join (select distinct on (hash) hash, tags from staged_topology) as staged using (hash)
    cross join json_each_text(staged.tags) as tag
    group by tag.key, tag.value`.execute(db)
}

const columns = (fields: readonly string[], type = sql``, table = sql``) =>
  sql.join(fields.map((field) => sql`${table}${sql.ref(field)}${type}`))
