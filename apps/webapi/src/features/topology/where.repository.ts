import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Condition } from './conditions.ts'
import type { ReportScope } from './report-scope.ts'
import { groups, type TopologyList } from './topology-lists.ts'

/** The rows of a list, as an SQL condition on the table `item`. */
export const inList = (number: RawBuilder<unknown>) => sql`item.since <= ${number} and item.until > ${number}`

/** Which rows of a list are wanted: those that meet all conditions. */
export interface Wanted {
  readonly number: number
  readonly conditions: readonly Condition[]
  /** A query for the numbers of rows, to which the result is limited. */
  readonly among?: RawBuilder<unknown>
}

/**
 * The wanted rows of a list, as a subquery. Sets of row numbers are combined with set operations, and rows are looked up
 * by their number: these cost no more than the sets are large, however wrong the planner's statistics are. With `in` or
 * `= any` it compares every row with every number until a new tenant's list has been analyzed.
 */
export function rowsOf(list: TopologyList, { number, conditions, among }: Wanted): RawBuilder<unknown> {
  const fields = conditions.filter(({ on }) => on === 'field').flatMap(ofField)
  const rows = sql.join([inList(sql`${number}`), ...fields], sql` and `)
  const tags = conditions.filter(({ on }) => on === 'tag')
  const included = [
    ...(among ? [among] : []),
    ...tags.filter(({ any }) => any.length > 0).map(({ name, any }) => tagged(list, name, any)),
  ]
  const excluded = tags.filter(({ none }) => none.length > 0).map(({ name, none }) => tagged(list, name, none))
  if (included.length + excluded.length === 0) return sql`(select * from ${list.rows} as item where ${rows})`
  if (included.length === 0) included.push(sql`select item.id from ${list.rows} as item where ${rows}`)
  const ids = sql.join([sql.join(included, sql` intersect `), ...excluded], sql` except `)
  return sql`(select item.* from (${ids}) as wanted (id) ${lookUp(list)} where ${rows})`
}

/** Joins the rows of a list to the numbers `wanted.id`. `offset 0` keeps the planner from scanning all rows instead. */
export const lookUp = (list: TopologyList) => sql`
  cross join lateral (select * from ${list.rows} as item where item.id = wanted.id offset 0) as item`

function ofField({ name, any, none }: Condition): RawBuilder<unknown>[] {
  const column = sql.ref(`item.${name}`)
  return [
    ...(any.length > 0 ? [sql`(${isOneOf(column, any)})`] : []),
    ...(none.length > 0 ? [sql`not (${isOneOf(column, none)})`] : []),
  ]
}

/** The numbers of the rows that have a tag with one of these values or patterns. */
const tagged = ({ tags }: TopologyList, name: string, values: readonly string[]) => sql`
  select unnest(tag.items) from ${tags} as tag where tag.name = ${name} and (${isTagValue(values)})`

/** Whether a text is one of these values or patterns. */
function isOneOf(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<unknown> {
  const { exact, patterns } = sorted(values)
  return alternatives([
    ...(exact.length > 0 ? [sql`${column} = any(${exact}::text[])`] : []),
    ...(patterns.length > 0 ? [sql`${column} like any(${patterns}::text[])`] : []),
  ])
}

function isTagValue(values: readonly string[]): RawBuilder<unknown> {
  const { exact, patterns } = sorted(values)
  const hashes = sql`array(select sha256(convert_to(wanted, 'UTF8')) from unnest(${exact}::text[]) as wanted)`
  return alternatives([
    ...(exact.length > 0 ? [sql`tag.value_hash = any(${hashes}) and tag.value = any(${exact}::text[])`] : []),
    ...(patterns.length > 0 ? [sql`tag.value like any(${patterns}::text[])`] : []),
  ])
}

const alternatives = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` or `)

function sorted(values: readonly string[]) {
  const isPattern = (value: string) => value.includes('*')
  return {
    exact: values.filter((value) => !isPattern(value)),
    patterns: values.filter(isPattern).map((value) => value.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')),
  }
}

/** The numbers of the lists in which a scope is looked up. */
export type ListNumbers = Readonly<Record<TopologyKind, number>>

/** The rows of a list that are in the scope, as a subquery. An endpoint is in it if its group is a subgroup of a group that is. */
export function rowsInScope(list: TopologyList, scope: ReportScope, numbers: ListNumbers): RawBuilder<unknown> {
  const wanted = { number: numbers[list.kind], conditions: scope[list.kind] }
  if (list.kind === 'groups') return rowsOf(list, wanted)
  const covered = sql`select distinct item.subgroup from ${rowsInScope(groups, scope, numbers)} as item`
  const among = sql`
    select item.id from (${covered}) as covered cross join lateral (
      select item.id from ${list.rows} as item
      where item."group" = covered.subgroup and ${inList(sql`${wanted.number}`)} offset 0
    ) as item`
  return rowsOf(list, { ...wanted, among })
}
