import type { WebApiReport } from '@quatrain/contract/web-api/reports.ts'
import { filterContexts, type TopologyKind, topologyFields } from '@quatrain/contract/web-api/topology.ts'
import { type Condition, conditionsOn } from './conditions.ts'

/** The part of a report that selects groups and endpoints. */
export type ScopeOfReport = Pick<WebApiReport, 'topology_schema' | 'filter_tags'>

/** A condition with the context of the filters that it was made from; of a default type it is empty. */
export interface ScopeCondition extends Condition {
  readonly context: string
}

/** The conditions of a report on each list. */
export type ReportScope = Readonly<Record<TopologyKind, readonly ScopeCondition[]>>

/**
 * The conditions of a report. Filters with the same context and name are alternatives. Filters with an unknown context,
 * or for an unknown field, have no effect. Without a filter for it, the type is that of the topology schema.
 */
export function reportScope({ topology_schema, filter_tags }: ScopeOfReport): ReportScope {
  const filtersOf = (kind: TopologyKind) =>
    Object.entries(filterContexts)
      .filter(([, filtered]) => filtered.kind === kind)
      .flatMap(([context, { on }]) => {
        const filters = filter_tags.filter((filter) => filter.context === context)
        return conditionsOf(kind, on, filters).map((condition) => ({ ...condition, context }))
      })
  const { group } = topology_schema
  return {
    groups: withType(filtersOf('groups'), group?.type),
    endpoints: withType(filtersOf('endpoints'), group?.group?.type),
  }
}

type Filters = WebApiReport['filter_tags']

function conditionsOf(kind: TopologyKind, on: 'fields' | 'tags' | 'values', filters: Filters): Condition[] {
  if (on === 'values') return valueConditions(filters)
  const pairs = filters.map(({ name, value }) => [name, value] as const)
  if (on === 'tags') return conditionsOn('tag', pairs)
  const fields: readonly string[] = topologyFields[kind]
  return conditionsOn(
    'field',
    pairs.filter(([name]) => fields.includes(name)),
  )
}

/** A tag has to contain one of the values between commas anywhere, because tags can have several values. */
function valueConditions(filters: Filters): Condition[] {
  return [...Map.groupBy(filters, ({ name }) => name)].map(([name, sameName]) => {
    const values = sameName.flatMap(({ value }) => value.split(',').map((part) => part.trim()))
    return {
      on: 'tag',
      name,
      matched: values.filter((value) => value !== '').map((value) => `*${value}*`),
      excluded: [],
    }
  })
}

function withType(conditions: readonly ScopeCondition[], type = ''): readonly ScopeCondition[] {
  const hasType = conditions.some(({ on, name }) => on === 'field' && name === 'type')
  if (hasType || type === '') return conditions
  return [...conditions, { on: 'field', name: 'type', matched: [type], excluded: [], context: '' }]
}
