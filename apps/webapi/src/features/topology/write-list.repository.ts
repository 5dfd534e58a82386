import { rowIn, rowsIn, valueIn } from '@quatrain/platform/database/rows.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import { type Batch, hashSize, rowsOf } from './received-rows.ts'
import type { TopologyList } from './topology-lists.ts'
import { readNormalForm } from './topology-row.ts'

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

/** Prepares a transaction for rows: the memory to sort their hashes, time to wait for locks, and a temporary table. */
export async function createStaged(db: Db): Promise<void> {
  await sql`
    select set_config('work_mem', '64MB', true), set_config('lock_timeout', ${String(longestWait)}, true)`.execute(db)
  await sql`create temporary table staged_topology (batch integer, number integer, hash bytea) on commit drop`.execute(
    db,
  )
}

/** Adds the hashes of a batch of rows: they say which rows have to be sent. */
export const stage = (db: Db, batch: number, hashes: Buffer) =>
  sql`
  insert into staged_topology
  select ${batch}::integer, number, substr(${hashes}::bytea, 1 + ${hashSize}::integer * number, ${hashSize}::integer)
  from generate_series(0, ${hashes.length / hashSize - 1}::integer) as number`.execute(db)

/** Waits until no other write stores rows of this list; only such writes wait. Until the transaction ends. */
export const lockRows = (db: Db, { kind }: TopologyList, tenant: number) =>
  sql`select pg_advisory_xact_lock(hashtext(${`topology of the Web API: ${kind}`}), ${tenant})`.execute(db)

/** Stores the staged rows as a list, each row once; a list that is already stored is used again. Needs `lockRows`. */
export async function storeStaged(db: Db, list: TopologyList, batches: readonly Batch[]): Promise<WrittenList> {
  await sql`analyze staged_topology`.execute(db)
  const stored = await rowIn(db)<WrittenList & { isNew: boolean }>`
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
    from content left join added on true left join known on true`
  if (stored.isNew) await storeDifference(db, list, stored.list, batches)
  return { list: stored.list, size: stored.size }
}

/** Ends the rows of the previous list that are not in this one, and adds its new rows with their tags. */
async function storeDifference(db: Db, list: TopologyList, number: number, batches: readonly Batch[]): Promise<void> {
  await sql`
    update ${list.rows} as item set until = ${number} where item.until = ${always}
      and not exists (select from staged_topology as staged where staged.hash = item.hash)`.execute(db)
  let firstId = 1 + (await lastId(db, list))
  let storing: Promise<unknown> = Promise.resolve()
  for (const { batch, numbers } of await newRows(db, list)) {
    const batchRows = batches[batch]
    if (!batchRows) throw new Error(`The rows of batch ${batch} are missing.`)
    const added = addedRows(batchRows, numbers, firstId)
    firstId += numbers.length
    // The next batch is prepared while the database stores this one.
    await storing
    storing = insertRows(db, list, number, added)
  }
  await storing
}

const lastId = (db: Db, { rows: table }: TopologyList): Promise<number> =>
  valueIn(db)<number>`select coalesce(max(id), 0) as id from ${table}`

/** Returns the staged rows that the tables do not have yet, as their numbers in each batch. */
const newRows = (db: Db, { rows: table }: TopologyList) =>
  rowsIn(db)<{ batch: number; numbers: number[] }>`
    select batch, array_agg(number order by number) as numbers from (
      select distinct on (hash) batch, number from staged_topology as staged
      where not exists (select from ${table} as item where item.until = ${always} and item.hash = staged.hash)
      order by hash, batch, number
    ) as added group by batch order by batch`

async function insertRows(db: Db, list: TopologyList, number: number, added: AddedRows): Promise<void> {
  const fields = (type = sql``) => sql.join(list.fields.map((field) => sql`${sql.ref(field)}${type}`))
  await sql`
    insert into ${list.rows} (id, since, hash, ${fields()}, tenant, written)
    select id, ${number}, decode(hash, 'base64'), ${fields()}, tenant, written
    from json_to_recordset(${added.rows}::json)
      as row (id integer, hash text, ${fields(sql` text`)}, tenant text, written text)`.execute(db)
  await sql`
    insert into ${list.tags} (name, value_hash, list, value, items)
    select name, hashtextextended(value, 0) as value_hash, ${number}, value, items
    from json_to_recordset(${added.tags}::json) as tag (name text, value text, items integer[])
    order by name, value_hash`.execute(db)
}

/** Rows of a batch and their tags as JSON, as the database receives them. */
interface AddedRows {
  readonly rows: string
  /** Each distinct tag with the ids of its rows. */
  readonly tags: string
}

/** The rows with these numbers in a batch, with consecutive ids. */
function addedRows(batch: Batch, numbers: readonly number[], firstId: number): AddedRows {
  const lines = rowsOf(batch)
  const tagged = new TaggedIds()
  const added = numbers.map((number, index) => {
    const id = firstId + index
    const { fields, tags, tenant, written } = readNormalForm(lines[number] ?? '')
    tagged.add(id, tags)
    const hash = batch.hashes.toString('base64', number * hashSize, (number + 1) * hashSize)
    return { id, hash, ...fields, tenant, written }
  })
  return { rows: JSON.stringify(added), tags: JSON.stringify([...tagged.all()]) }
}

/** The ids of rows by the names and values of their tags. */
class TaggedIds {
  readonly #ids = new Map<string, Map<string, number[]>>()

  add(id: number, tags: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(tags)) {
      const byValue = this.#ids.get(name) ?? new Map<string, number[]>()
      const ids = byValue.get(value)
      if (ids) ids.push(id)
      else byValue.set(value, [id])
      this.#ids.set(name, byValue)
    }
  }

  *all() {
    for (const [name, byValue] of this.#ids) {
      for (const [value, items] of byValue) yield { name, value, items }
    }
  }
}
