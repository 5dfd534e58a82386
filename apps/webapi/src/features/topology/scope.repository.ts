import { rowIn, valueIn } from '@quatrain/platform/database/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/tenancy.ts'
import type { ScopeCondition } from './report-scope.ts'
import { endpoints, type TopologyList } from './topology-lists.ts'
import { inList, meets } from './where.repository.ts'

/** The number of rows of a sample at most. */
const maxSample = 50
/** The number of service types at most. */
const maxServices = 1_000

/** Two conditions on the rows `item` of a list: those of a report as it is edited and as it is stored. */
export interface ScopeComparison {
  readonly number: number
  readonly now: RawBuilder<unknown>
  readonly before: RawBuilder<unknown>
  /** A part of a field of the rows in the sample; empty for all. */
  readonly search: string
}

/** What was found of the rows of a list. */
export interface ComparedRows {
  /** How many rows meet each of the conditions, and a sample of them that begins with those that meet only one, as JSON. */
  readonly json: string
  /** The service types of the endpoints that meet the condition `now`, sorted. */
  readonly services: readonly string[]
}

/** Compares two conditions in one pass over the rows of a list. */
export async function compareRows(
  db: Db,
  list: TopologyList,
  { number, now, before, search }: ScopeComparison,
): Promise<ComparedRows> {
  const { rows: table, fields } = list
  const columns = fields.map((field) => sql.ref(`item.${field}`))
  const isFound = sql`position(lower(${search}) in lower(concat_ws(' ', ${sql.join(columns)}))) > 0`
  const services = sql`select distinct service from listed where is_covered order by 1 limit ${maxServices}`
  const compared = await rowIn(db)<ComparedRows>`
    with listed as materialized (
      select ${sql.join(columns)}, ${now} as is_covered, ${before} as was_covered
      from ${table} as item where ${inList(sql`${number}`)}
    ), compared as (
      select *, case when not was_covered then 'gained' when not is_covered then 'lost' else 'unchanged' end as change
      from listed where is_covered or was_covered
    ), sample as (
      select json_build_object(${sql.join(fields.map((field) => sql`${sql.lit(field)}, ${sql.ref(`item.${field}`)}`))}, 'change', change) as row
      from compared as item
      where ${search === '' ? sql`true` : isFound}
      order by change = 'unchanged', change, ${sql.join(columns)} limit ${maxSample}
    )
    select json_build_object(
      'total', (select count(*) from listed),
      'covered', (select count(*) from listed where is_covered),
      'gained', (select count(*) from compared where change = 'gained'),
      'lost', (select count(*) from compared where change = 'lost'),
      'sample', (select coalesce(json_agg(row), '[]') from sample)
    )::text as json, ${list === endpoints ? sql`array(${services})` : sql`array[]::text[]`} as services`
  return compared
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
    (condition) => sql`(
      select count(*)::integer from ${list.rows} as item where ${inList(sql`${number}`)} and ${meets(list, [condition])})`,
  )
  return valueIn(db)<number[]>`select array[${sql.join(counts)}] as counts`
}
