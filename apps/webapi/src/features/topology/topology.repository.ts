import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import type { DayList } from './topology-days.repository.ts'
import type { TopologyList } from './topology-lists.ts'
import { inList } from './where.repository.ts'

/**
 * The rows of a list that meet a condition on `item`, by group, as comma-separated JSON. `feeding` is the tenant that is
 * shown as their origin. They leave the database in pieces of a hundred: one value of megabytes would be copied often.
 */
export async function findRows(
  db: Db,
  { rows: table }: TopologyList,
  { day, list }: Pick<DayList, 'day' | 'list'>,
  condition: RawBuilder<unknown>,
  feeding?: string,
): Promise<string> {
  const tenant = feeding === undefined ? sql`tenant` : sql`${feeding}::text`
  const { rows } = await sql<{ piece: string }>`
    select string_agg(
      '{"date":"' || ${day} || '",' || written || case when ${tenant} = '' then '' else ',"tenant":' || to_json(${tenant}) end || '}',
      ',' order by position) as piece
    from (
      select written, tenant, row_number() over (order by item."group", item.id) as position
      from ${table} as item where ${inList(sql`${list}`)} and ${condition}
    ) as row
    group by position / 100 order by position / 100`.execute(db)
  return rows.map(({ piece }) => piece).join(',')
}
