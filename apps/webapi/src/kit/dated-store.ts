import { firstRowIn, valueIn } from '@quatrain/platform/database/rows.ts'
import { sendStatement } from '@quatrain/platform/database/transactions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from './callers.ts'
import type { DatedPath, DatedTables } from './dated-tables.ts'
import { areNamed, type NamedItem, nameOn } from './references.ts'
import type { Db } from './tenancy.ts'

/** The content of an item: its name has its own column, the rest is one document. */
export interface Content {
  readonly name: string
  readonly document: object
}

/** A version to be stored: its day, its author and its time. */
export interface Change extends Content {
  readonly day: string
  readonly at: Date
  readonly by: Caller
}

type NameOnDay = Pick<Change, 'name' | 'day'>

export interface DatedItem {
  /** The document as clients receive it, with the day of the version, which is the requested day or an earlier one. */
  readonly json: string
  /** The number of changes of the item in all its versions. */
  readonly changes: number
}

/** A field `{name, id}` of a document, and the kind of the item that it refers to. */
export interface Reference {
  readonly field: string
  readonly path: DatedPath
}

/** The state that the author of a change has read. */
interface SeenState {
  /** The number of changes of the item. */
  readonly changes: number
  /** The items that the new version refers to. */
  readonly referred: readonly NamedItem[]
}

/** Items as comma-separated JSON. */
async function listed(db: Db, items: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ json: string }>`select json from (${items}) as item order by id`.execute(db)
  return rows.map(({ json }) => json).join(',')
}

/**
 * The SQL of items with versions by day. On a day, the latest version up to it is valid; clients receive the stored
 * JSON.
 */
export function datedStore(tables: DatedTables, reference?: Reference) {
  const items = sql.table(tables.items)
  const versions = sql.table(tables.versions)

  /** A version as readers get it. */
  const json = (version: 'v' | 'new', document = sql`${sql.ref(`${version}.document`)}::text`) => {
    const column = (name: string) => sql.ref(`${version}.${name}`)
    return sql`'{"id":"' || ${column('item_id')} || '","date":"' || to_char(${column('day')}, 'YYYY-MM-DD') || '","name":'
      || to_json(${column('name')})::text || ',' || substr(${document}, 2)`
  }

  /** The document of a version with the name of the day, which may be another one than that of its last write. */
  const documentOn = (day: string) => {
    if (!reference) return undefined
    const name = nameOn(reference.path, sql`(value->>'id')::uuid`, day)
    return sql`(
      select '{' || string_agg(to_json(field) || ':' || case when field = ${reference.field}
        then '{"name":' || to_json(${name}) || ',"id":' || (value->'id') || '}' else value::text end, ',' order by place) || '}'
      from json_each(v.document) with ordinality as fields (field, value, place))`
  }

  const on = (day: string) => sql`
    select i.id, i.changes, ${json('v', documentOn(day))} as json
    from ${items} i
    cross join lateral (
      select item_id, day, name, document from ${versions}
      where tenant_id = i.tenant_id and item_id = i.id and day <= ${day}::date
      order by day desc, number desc limit 1
    ) v
    where i.deleted_at is null`

  /** Whether another item has the new name on some day between this version and the next one. */
  const isTaken = (id: string, { name, day }: NameOnDay) => {
    const nextDay = (item: RawBuilder<unknown>, after: RawBuilder<unknown>) =>
      sql`(select min(day) from ${versions} where item_id = ${item} and day > ${after})`
    const own = sql`${id}::uuid`
    const from = sql`${day}::date`
    return sql`exists (
      select from ${versions} other join ${items} i on i.tenant_id = other.tenant_id and i.id = other.item_id
      where other.name = ${name} and other.item_id <> ${own} and i.deleted_at is null
        and not exists (
          select from ${versions} later
          where later.item_id = other.item_id and later.day = other.day and later.number > other.number)
        and daterange(other.day, ${nextDay(sql.ref('other.item_id'), sql.ref('other.day'))})
          && daterange(${from}, ${nextDay(own, from)})
    )`
  }

  /** Stores a version with the number that the statement assigned. */
  const version = (id: string, { name, document, day, at, by }: Change) => sql`
    insert into ${versions} as new (item_id, day, number, name, document, changed_at, changed_by)
    select ${id}::uuid, ${day}::date, changes, ${name}, ${JSON.stringify(document)}::json, ${at}::timestamptz, ${by.key}
    from item`

  return {
    findAll: (db: Db, day: string): Promise<string> => listed(db, on(day)),

    /** The items that have a name on a day. */
    findNamed: (db: Db, day: string, name: string): Promise<string> =>
      listed(
        db,
        sql`${on(day)} and v.name = ${name} and i.id in (select item_id from ${versions} where name = ${name})`,
      ),

    find: (db: Db, day: string, id: string): Promise<DatedItem | undefined> =>
      firstRowIn(db)<DatedItem>`${on(day)} and i.id = ${id}::uuid`,

    /** Asks, without waiting, for the number of changes of an item, and whether the new name is taken from that day on. */
    findForChange: async (db: Db, id: string, nameOnDay: NameOnDay) => {
      const { answer } = await sendStatement(
        db,
        sql<{ changes: number; isNameTaken: boolean }>`
          select changes, ${isTaken(id, nameOnDay)} as "isNameTaken"
          from ${items} where id = ${id}::uuid and deleted_at is null`,
      )
      return { storedItem: answer.then(([item]) => item) }
    },

    /** The number of changes of an item. */
    findForDelete: (db: Db, id: string) =>
      firstRowIn(db)<{ changes: number }>`select changes from ${items} where id = ${id}::uuid and deleted_at is null`,

    isNameTaken: (db: Db, id: string, nameOnDay: NameOnDay): Promise<boolean> =>
      valueIn(db)<boolean>`select ${isTaken(id, nameOnDay)} as "isNameTaken"`,

    /** Adds an item with its first version. */
    insert: async (db: Db, id: string, change: Change): Promise<void> => {
      const { name, day } = change
      await sql`
        with item as (
          insert into ${items} (id, name, day) values (${id}::uuid, ${name}, ${day}::date) returning changes
        )
        ${version(id, change)}`.execute(db)
    },

    /**
     * Stores another version, without waiting; `stored` is the stored item, and whether it is the first version for its day. The
     * item has the name of its latest day, which versions of earlier days do not change. With `seenState`, nothing is stored unless the
     * item has had so many changes, its new name is free, and the items that it refers to have these names.
     */
    update: async (db: Db, id: string, change: Change, seenState?: SeenState) => {
      const { name, day } = change
      const isAsSeen = seenState
        ? sql`and deleted_at is null and changes = ${seenState.changes}::integer and not ${isTaken(id, change)}
            and ${areNamed(seenState.referred, day)}`
        : sql``
      const { answer } = await sendStatement(
        db,
        sql<DatedItem & { readonly isNewDay: boolean }>`
        with item as (
          update ${items} set changes = changes + 1, day = greatest(day, ${day}::date),
            name = case when ${day}::date >= day then ${name} else name end
          where id = ${id}::uuid ${isAsSeen} returning changes
        )
        ${version(id, change)}
        returning number as changes, ${json('new')} as json, not exists (
          select from ${versions} v
          where v.tenant_id = new.tenant_id and v.item_id = new.item_id and v.day = new.day and v.number < new.number
        ) as "isNewDay"`,
      )
      const stored = answer.then(([storedVersion]) => storedVersion)
      stored.catch(() => {})
      return { stored }
    },

    /** Hides the item from readers. Its versions are kept, and its name is free again. */
    markDeleted: (db: Db, id: string, at: Date, by: Caller) =>
      sql`update ${items} set changes = changes + 1, deleted_at = ${at}, deleted_by = ${by.key}
        where id = ${id}::uuid`.execute(db),
  }
}
