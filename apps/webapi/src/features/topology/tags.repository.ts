import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import type { TopologyList } from './topology-lists.ts'
import { inList, isAmong } from './where.repository.ts'

/** The tags of a list with their values, as a JSON array; a value that contains several is split. */
export async function findTags(db: Db, { rows: items, tags }: TopologyList, list: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(json_build_object('name', name, 'values', "values") order by name), '[]')::text as json
    from (
      select name, json_agg(distinct part order by part) as "values"
      from ${tags} as tag cross join unnest(string_to_array(tag.value, ', ')) as part
      where exists (
        select from unnest(tag.items) as tagged (id)
        where ${isAmong(sql`tagged.id`, sql`select item.id from ${items} as item where ${inList(sql`${list}`)}`)}
      )
      group by name
    ) as named`.execute(db)
  return rows[0]?.json ?? '[]'
}
