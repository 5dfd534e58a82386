import { sql } from 'kysely'
import type { Caller } from './callers.ts'
import type { Db } from './tenancy.ts'

/** The two tables of a kind: what its items are now, and every change ever made to them. */
export interface DatedTables {
  readonly items: string
  readonly versions: string
}

/** The content of an item: its name has a column of its own, the rest is kept as it is. */
export interface Content {
  readonly name: string
  readonly document: object
}

/** A version to keep: for which day, and who made it when. */
export interface Change extends Content {
  readonly day: string
  readonly at: Date
  readonly by: Caller
}

export interface DatedItem extends Content {
  readonly id: string
  /** The day of the version, which is the one asked for or an earlier one. */
  readonly day: string
  /** How often the item has been changed, in all its versions. */
  readonly changes: number
}

/** The SQL of items that are kept by day. An item is what its newest version up to a day says, on that day. */
export function datedStore(tables: DatedTables) {
  const items = sql.table(tables.items)
  const versions = sql.table(tables.versions)

  const on = (day: string) => sql`
    select i.id, i.changes, to_char(v.day, 'YYYY-MM-DD') as day, v.name, v.document
    from ${items} i
    cross join lateral (
      select day, name, document from ${versions}
      where tenant_id = i.tenant_id and item_id = i.id and day <= ${day}::date
      order by day desc, number desc limit 1
    ) v
    where i.deleted_at is null`

  return {
    findAll: async (db: Db, day: string): Promise<DatedItem[]> =>
      (await sql<DatedItem>`${on(day)} order by i.id`.execute(db)).rows,

    /** The items that bear a name on a day, whatever they are called on others. */
    findNamed: async (db: Db, day: string, name: string): Promise<DatedItem[]> =>
      (
        await sql<DatedItem>`${on(day)} and v.name = ${name}
          and i.id in (select item_id from ${versions} where name = ${name}) order by i.id`.execute(db)
      ).rows,

    find: async (db: Db, day: string, id: string): Promise<DatedItem | undefined> =>
      (await sql<DatedItem>`${on(day)} and i.id = ${id}::uuid`.execute(db)).rows[0],

    /** For whoever is going to change it: the others wait, and then see what became of it. */
    findForUpdate: async (db: Db, id: string): Promise<{ changes: number } | undefined> =>
      (
        await sql<{ changes: number }>`
          select changes from ${items} where id = ${id}::uuid and deleted_at is null for update`.execute(db)
      ).rows[0],

    insert: (db: Db, id: string, { name, day }: Change) =>
      sql`insert into ${items} (id, name, day) values (${id}::uuid, ${name}, ${day}::date)`.execute(db),

    /** Counts a change; the name is that of the newest day, so history that is filled in later does not touch it. */
    update: (db: Db, id: string, { name, day }: Change) =>
      sql`update ${items} set changes = changes + 1, day = greatest(day, ${day}::date),
          name = case when ${day}::date >= day then ${name} else name end
        where id = ${id}::uuid`.execute(db),

    /** Keeps one version; answers whether it is the first for its day. */
    insertVersion: async (db: Db, id: string, number: number, change: Change): Promise<boolean> => {
      const { name, document, day, at, by } = change
      const { rows } = await sql<{ isFirst: boolean }>`
        insert into ${versions} as new (item_id, day, number, name, document, changed_at, changed_by)
        values (${id}::uuid, ${day}::date, ${number}, ${name}, ${JSON.stringify(document)}::json, ${at}, ${by.key})
        returning not exists (
          select from ${versions} v
          where v.tenant_id = new.tenant_id and v.item_id = new.item_id and v.day = new.day and v.number < new.number
        ) as "isFirst"`.execute(db)
      return rows[0]?.isFirst ?? true
    },

    /** Hides the item from readers. Its versions stay, and its name is free again. */
    markDeleted: (db: Db, id: string, at: Date, by: Caller) =>
      sql`update ${items} set changes = changes + 1, deleted_at = ${at}, deleted_by = ${by.key}
        where id = ${id}::uuid`.execute(db),
  }
}
