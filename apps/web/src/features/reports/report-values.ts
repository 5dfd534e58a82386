import { cards } from '@quatrain/contract/reports/filter-places.ts'
import {
  type CardFilters,
  readFilters,
  type TagFilter,
  writeFilters,
} from '@quatrain/contract/reports/report-filters.ts'
import { levelsOf, type TopologyType, topologyTypeOf } from '@quatrain/contract/reports/topology-types.ts'
import type { ReportContent } from '@quatrain/contract/resources/report.ts'
import { z } from 'zod'
import { newRowId } from '#kit/rows/row-definition.ts'

const filter = z.object({ name: z.string(), value: z.string(), context: z.string() })

const tagRow = z.object({
  /** Identifies the row in the form. */
  id: z.string(),
  name: z.string(),
  values: z.array(z.string()),
  isFlag: z.boolean(),
  /** The filter that the row was read from. */
  stored: filter.optional(),
})
export type TagRow = z.output<typeof tagRow>

const card = z.object({
  tags: z.array(tagRow),
  extensions: z.array(tagRow),
  first: z.array(z.string()),
  second: z.array(z.string()),
})
export type CardValues = z.output<typeof card>

/** The fields that the form shows as they are stored. */
const unchanged = z.object({
  name: z.string(),
  groupname: z.string(),
  description: z.string(),
  disabled: z.boolean(),
  metric_profile: z.string(),
  aggregation_profile: z.string(),
  operations_profile: z.string(),
  thresholds_profile: z.string(),
  computes_ar: z.boolean(),
  computes_status: z.boolean(),
  trends: z.array(z.string()),
  other_profiles: z.array(z.object({ type: z.string(), id: z.string(), name: z.string() })),
  weight: z.string(),
})

/** The fields with a number, which is typed as text. */
export const limits = ['availability', 'reliability', 'uptime', 'unknown', 'downtime'] as const
export type Limit = (typeof limits)[number]

/** The limits of a report, each as `convert` returns it. */
export const mapLimits = <From, To>(report: Readonly<Record<Limit, From>>, convert: (limit: From) => To) => ({
  availability: convert(report.availability),
  reliability: convert(report.reliability),
  uptime: convert(report.uptime),
  unknown: convert(report.unknown),
  downtime: convert(report.downtime),
})

export const reportValues = unchanged.extend({
  topology_type: z.string(),
  group: card,
  endpoint: card,
  availability: z.string(),
  reliability: z.string(),
  uptime: z.string(),
  unknown: z.string(),
  downtime: z.string(),
  /** What the other fields were read from. Parts that were not changed are written as they are there. */
  stored: z.object({ filter_tags: z.array(filter), topology_types: z.array(z.string()) }),
})
export type ReportValues = z.output<typeof reportValues>

const isTopologyType = (type: string): type is TopologyType => type === 'Sites' || type === 'ServiceGroups'
export const chosenType = (type: string): TopologyType | undefined => (isTopologyType(type) ? type : undefined)

const rowOf = (row: TagFilter): TagRow => ({ ...row, id: newRowId(), values: [...row.values] })

const cardOf = ({ tags, extensions, first, second }: CardFilters): CardValues => ({
  tags: tags.map(rowOf),
  extensions: extensions.map(rowOf),
  first: [...first],
  second: [...second],
})

/** The values of the form for a report. */
export function reportValuesOf(
  report: Omit<ReportContent, Limit> & Readonly<Record<Limit, number | string>>,
): ReportValues {
  const { group, endpoint } = readFilters(report.filter_tags)
  const { filter_tags, topology_types } = report
  return {
    ...unchanged.parse(report),
    topology_type: topologyTypeOf(topology_types) ?? '',
    group: cardOf(group),
    endpoint: cardOf(endpoint),
    ...mapLimits(report, String),
    stored: { filter_tags: [...filter_tags], topology_types: [...topology_types] },
  }
}

type ScopeValues = Pick<ReportValues, 'topology_type' | 'group' | 'endpoint' | 'stored'>

const isBlank = ({ name, values }: TagRow) => name.trim() === '' && values.length === 0

/** Filters as they are sent: without blank rows and surrounding spaces. */
function filtersOf({ group, endpoint, stored }: ScopeValues) {
  const storedFilters = readFilters(stored.filter_tags)
  const trimmed = (values: readonly string[], before: readonly string[]) =>
    values.map((value) => (before.includes(value) ? value : value.trim())).filter((value) => value !== '')
  const cleaned = (values: CardValues, before: CardFilters): CardFilters => ({
    tags: values.tags.filter((row) => !isBlank(row)),
    extensions: values.extensions.filter((row) => !isBlank(row)),
    first: trimmed(values.first, before.first),
    second: trimmed(values.second, before.second),
  })
  const filters = {
    group: cleaned(group, storedFilters.group),
    endpoint: cleaned(endpoint, storedFilters.endpoint),
    otherFilters: storedFilters.otherFilters,
  }
  return writeFilters(filters, stored.filter_tags)
}

/** The fields of a report that select groups and endpoints. */
export function scopeOf(values: ScopeValues) {
  const type = chosenType(values.topology_type)
  const { topology_types } = values.stored
  return {
    topology_types: type ? [...levelsOf(type, topology_types)] : topology_types,
    filter_tags: filtersOf(values).map((each) => ({ ...each })),
  }
}

/** The fields of a report for the values of the form; numbers are still texts. */
export const reportTextsOf = (values: ReportValues) => ({
  ...unchanged.parse(values),
  ...mapLimits(values, (text) => text.trim()),
  ...scopeOf(values),
})

/** Whether any entity is chosen in either card. */
export const hasEntities = (values: Pick<ReportValues, 'group' | 'endpoint'>): boolean =>
  cards.some((each) => values[each].first.length + values[each].second.length > 0)
