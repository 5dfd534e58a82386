import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import type { ScopeCondition } from './report-scope.ts'
import type { TopologyList } from './topology-lists.ts'
import { inList, lookUp, rowsOf } from './where.repository.ts'

/** The number of rows of a sample at most. */
const maxSample = 50

/** The rows of a list that are in two scopes, as subqueries: of a report as it is edited and as it is stored. */
export interface Compared {
  readonly number: number
  readonly now: RawBuilder<unknown>
  readonly before: RawBuilder<unknown>
  /** A part of a field of the rows in the sample; empty for all. */
  readonly search: string
}

/** How many rows are in each scope, and a sample of them that begins with those that are in only one, as JSON. */
export async function compareRows(
  db: Db,
  list: TopologyList,
  { number, now, before, search }: Compared,
): Promise<string> {
  const { rows: table, fields } = list
  const columns = fields.map((field) => sql.ref(`item.${field}`))
  const { rows } = await sql<{ json: string }>`
    with now as materialized (select item.id from ${now} as item),
    before as materialized (select item.id from ${before} as item),
    compared as materialized (
      select id, case when was_covered is null then 'gained' when is_covered is null then 'lost' else 'unchanged' end as change
      from (select id, true as is_covered from now) as now
      full join (select id, true as was_covered from before) as before using (id)
    ), sample as (
      select json_build_object(${sql.join(fields.map((field) => sql`${sql.lit(field)}, ${sql.ref(`item.${field}`)}`))}, 'change', change) as row
      from compared as wanted ${lookUp(list)}
      where position(lower(${search}) in lower(concat_ws(' ', ${sql.join(columns)}))) > 0
      order by change = 'unchanged', change, ${sql.join(columns)} limit ${maxSample}
    )
    select json_build_object(
      'total', (select count(*) from ${table} as item where ${inList(sql`${number}`)}),
      'covered', (select count(*) from now),
      'gained', (select count(*) from compared where change = 'gained'),
      'lost', (select count(*) from compared where change = 'lost'),
      'sample', (select coalesce(json_agg(row), '[]') from sample)
    )::text as json`.execute(db)
  return rows[0]?.json ?? ''
}

/** How many rows of a list meet each condition alone. */
export async function countMatching(
  db: Db,
  list: TopologyList,
  number: number,
  conditions: readonly ScopeCondition[],
): Promise<readonly number[]> {
  if (conditions.length === 0) return []
  const counts = conditions.map(
    (condition) => sql`(select count(*)::integer from ${rowsOf(list, { number, conditions: [condition] })} as item)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return rows[0]?.counts ?? []
}
