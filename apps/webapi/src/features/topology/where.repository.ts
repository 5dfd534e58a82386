import type { TopologyKind } from '@quatrain/contract/web-api/topology.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Condition } from './conditions.ts'
import type { ReportScope } from './report-scope.ts'
import { endpoints, groups, type TopologyList } from './topology-lists.ts'

/** The rows of a list, as an SQL condition on the table `item`. */
export const inList = (number: RawBuilder<unknown>) => sql`item.since <= ${number} and item.until > ${number}`

/**
 * Whether a value is one of those of a subquery. `is true` keeps the planner from making a join of it: the subquery runs
 * once into a hash table, however wrong the statistics are. A join compares every row with every value for a new tenant.
 */
export const isAmong = (value: RawBuilder<unknown>, subquery: RawBuilder<unknown>) =>
  sql`(${value} in (${subquery})) is true`

/** Whether the row `item` meets all conditions. */
export function meets(list: TopologyList, conditions: readonly Condition[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql`true`
  return sql.join(
    conditions.flatMap((condition) => (condition.on === 'field' ? ofField(condition) : ofTag(list, condition))),
    sql` and `,
  )
}

function ofField({ name, matched, excluded }: Condition): RawBuilder<unknown>[] {
  const column = sql.ref(`item.${name}`)
  return [
    ...(matched.length > 0 ? [sql`(${isOneOf(column, matched)})`] : []),
    ...(excluded.length > 0 ? [sql`not (${isOneOf(column, excluded)})`] : []),
  ]
}

function ofTag({ tags }: TopologyList, { name, matched, excluded }: Condition): RawBuilder<unknown>[] {
  const rowsWith = (values: readonly string[]) => sql`
    select unnest(tag.items) from ${tags} as tag where tag.name = ${name} and (${isTagValue(values)})`
  return [
    ...(matched.length > 0 ? [isAmong(sql`item.id`, rowsWith(matched))] : []),
    ...(excluded.length > 0 ? [sql`not (${isAmong(sql`item.id`, rowsWith(excluded))})`] : []),
  ]
}

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
  const hashes = sql`array(select hashtextextended(wanted, 0) from unnest(${exact}::text[]) as wanted)`
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

/** Whether the group `item` is in the scope. */
export const coversGroup = (scope: ReportScope, lists: Pick<ListNumbers, 'groups'>): RawBuilder<unknown> =>
  sql`${inList(sql`${lists.groups}`)} and ${meets(groups, scope.groups)}`

/** Whether the endpoint `item` is in the scope: in a subgroup of a group that is. */
export const coversEndpoint = (scope: ReportScope, lists: ListNumbers): RawBuilder<unknown> => sql`
  ${inList(sql`${lists.endpoints}`)} and ${meets(endpoints, scope.endpoints)}
  and ${isAmong(sql`item."group"`, sql`select item.subgroup from ${groups.rows} as item where ${coversGroup(scope, lists)}`)}`
