import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import type { DayList } from './topology-days.repository.ts'

/**
 * Rows, which are a subquery, by group, as comma-separated JSON. `feeding` is the tenant that is shown as their origin. They leave the database in pieces of a hundred: one value of megabytes would be copied often.
 */
export async function findRows(
  db: Db,
  selected: RawBuilder<unknown>,
  { day }: Pick<DayList, 'day'>,
  feeding?: string,
): Promise<string> {
  const tenant = feeding === undefined ? sql`tenant` : sql`${feeding}::text`
  const { rows } = await sql<{ piece: string }>`
    select string_agg(
      '{"date":"' || ${day} || '",' || written || case when ${tenant} = '' then '' else ',"tenant":' || to_json(${tenant}) end || '}',
      ',' order by position) as piece
    from (
      select written, tenant, row_number() over (order by item."group", item.id) as position
      from ${selected} as item
    ) as row
    group by position / 100 order by position / 100`.execute(db)
  return rows.map(({ piece }) => piece).join(',')
}
