import { sendStatement } from '@quatrain/platform/database/transactions.ts'
import { type RawBuilder, sql } from 'kysely'
import { type DatedPath, datedTables } from './dated-tables.ts'
import { isId } from './ids.ts'
import type { Db } from './tenancy.ts'

/** SQL of the name that an item of a dated kind has on a day: before its first day, its first name. Also of deleted items. */
export const nameOn = (path: DatedPath, id: RawBuilder<unknown>, day: string): RawBuilder<string | null> => sql`(
  select name from ${sql.table(datedTables[path].versions)} where item_id = ${id}
  order by day > ${day}::date, abs(day - ${day}::date), number desc limit 1)`

/** An item that another one refers to. */
interface ReferredItem {
  readonly path: DatedPath
  readonly id: string
}

/** The same with the name by which the other one knows it. */
export interface NamedItem extends ReferredItem {
  readonly name: string
}

/**
 * SQL of whether all of these items exist and have these names on a day. The lock of a write transaction keeps them like that
 * until it ends.
 */
export function areNamed(items: readonly NamedItem[], day: string): RawBuilder<boolean> {
  if (!items.every(({ id }) => isId(id))) return sql`false`
  // JSON, because PostgreSQL knows the length of an array: it would plan the statement again for each list.
  const parts = [...Map.groupBy(items, ({ path }) => path)].map(([path, items]) => {
    const nameOfItem = nameOn(path, sql.ref('item.id'), day)
    return sql`and (select bool_and(coalesce((
        select ${nameOfItem} = referred.name from ${sql.table(datedTables[path].items)} as item
        where item.id = referred.id and item.deleted_at is null), false))
      from json_to_recordset(${JSON.stringify(items)}::json) as referred (id uuid, name text))`
  })
  return sql`true ${sql.join(parts, sql` `)}`
}

/** The names of items of a kind, by id; missing items are left out. */
export type NamesOfKind = (path: DatedPath) => ReadonlyMap<string, string>

const noNames: ReadonlyMap<string, string> = new Map()

/**
 * The names of these items on a day; an item that begins later has its first name. To be called in a write transaction: its lock
 * keeps the items from being deleted or renamed until it ends. One statement for all kinds, which is sent without waiting.
 */
export async function namesOf(
  db: Db,
  items: readonly ReferredItem[],
  day: string,
): Promise<{ readonly names: Promise<NamesOfKind> }> {
  const possibleItems = items.filter(({ id }) => isId(id))
  if (possibleItems.length === 0) return { names: Promise.resolve(() => noNames) }
  const parts = [...Map.groupBy(possibleItems, ({ path }) => path)].map(([path, items]) => {
    const ids = items.map(({ id }) => id)
    return sql`select ${sql.lit(path)} as path, item.id, ${nameOn(path, sql.ref('item.id'), day)} as name
      from ${sql.table(datedTables[path].items)} as item where item.id = any(${ids}::uuid[]) and item.deleted_at is null`
  })
  const query = sql<NamedItem>`${sql.join(parts, sql` union all `)}`
  const { answer } = await sendStatement(db, query)
  const names = answer.then((rows): NamesOfKind => {
    const rowsByPath = Map.groupBy(rows, ({ path }) => path)
    return (path) => new Map(rowsByPath.get(path)?.map(({ id, name }) => [id, name]))
  })
  names.catch(() => {})
  return { names }
}
