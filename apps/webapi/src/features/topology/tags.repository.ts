import { sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import type { TopologyList } from './topology-lists.ts'
import { inList, lookUp } from './where.repository.ts'

/** The tags of a list with their values, as a JSON array; a value that contains several is split. */
export async function findTags(db: Db, list: TopologyList, number: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(json_build_object('name', name, 'values', "values") order by name), '[]')::text as json
    from (
      select name, json_agg(distinct part order by part) as "values"
      from ${list.tags} as tag cross join unnest(string_to_array(tag.value, ', ')) as part
      where exists (
        select from unnest(tag.items) as wanted (id) ${lookUp(list)} where ${inList(sql`${number}`)}
      )
      group by name
    ) as named`.execute(db)
  return rows[0]?.json ?? '[]'
}
