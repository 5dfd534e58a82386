import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'

/** The list of a day without its content. */
export interface ServiceTypeList {
  /** The day it was written for. */
  readonly day: string
  /** The number of writes and deletes of the list of that day. */
  readonly changes: number
  /** The number of its service types. */
  readonly size: number
}

const newestUpTo = (day: RawBuilder<unknown>) => sql`
  from (
    select tenant_id, day, changes from service_type_lists
    where deleted_at is null and day <= ${day} order by day desc limit 1
  ) list
  join service_type_list_versions version
    on version.tenant_id = list.tenant_id and version.day = list.day and version.number = list.changes`

const head = sql`
  to_char(list.day, 'YYYY-MM-DD') as day, list.changes, json_array_length(version.document) as size`

/** The list that is in force on a day: that of the latest day up to it. Undefined if there is none. */
export const findInForce = (db: Db, day: string): Promise<ServiceTypeList | undefined> =>
  firstRowIn(db)<ServiceTypeList>`select ${head} ${newestUpTo(sql`${day}::date`)}`

interface Piece {
  /** A part of the service types as comma-separated JSON; null if a list is empty. */
  readonly piece: string | null
}

const joined = (rows: readonly Piece[]) => rows.flatMap(({ piece }) => piece ?? []).join(',')

/** The list that is in force on a day, with its content as JSON. */
export async function findWritten(db: Db, day: string): Promise<(ServiceTypeList & { types: string }) | undefined> {
  const { rows } = await sql<ServiceTypeList & Piece>`
    select ${head}, piece ${newestUpTo(sql`${day}::date`)}
    left join lateral written_service_types(version.document, list.day) as piece on true`.execute(db)
  const [first] = rows
  return first && { day: first.day, changes: first.changes, size: first.size, types: joined(rows) }
}

/**
 * The content of the lists that are in force on a day in the tenants that feed this one, as JSON. Undefined if there
 * are none.
 */
export async function findFed(db: Db, day: string): Promise<string | undefined> {
  const { rows } = await sql<Piece>`select types as piece from fed_service_types(${day}::date)`.execute(db)
  return rows.length > 0 ? joined(rows) : undefined
}

/**
 * The titles of service types on a day, by name: those of the last list of the day, even if it was deleted since; for
 * other service types, those of the list before.
 */
export async function findTitles(db: Db, day: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; title: string }>`
    select type->>'name' as name, type->>'title' as title
    from (
      (select day, document from service_type_list_versions
        where day = ${day}::date and document is not null order by number desc limit 1)
      union all
      (select version.day, version.document ${newestUpTo(sql`${day}::date - 1`)})
    ) as known, json_array_elements(known.document) as type
    order by known.day`.execute(db)
  return new Map(rows.map(({ name, title }) => [name, title]))
}
