import { z } from 'zod'
import { choice, type Field, type Fields, flag, type Item, list, records, text } from '../compare/field.ts'
import { moment, objectName, objectReference, optionalText } from '../kit/fields.ts'
import { groupResource } from '../kit/group-resource.ts'
import { kindNames } from '../kit/kind-names.ts'
import { fieldMask, texts } from '../kit/named-fields.ts'
import { defineResource, type RecordOf, type RowOf } from '../kit/resource.ts'
import { type FilterPlace, placeOf } from '../reports/filter-places.ts'

/** Far more than the largest known report; its total size is limited by the body. */
const maxFilters = 10_000
const maxLevels = 20

/** Fields that are missing in a write are taken from the Web API's document. */
const percentage = () => z.number('Must be a number').min(0, 'Must be 0 or more').max(100, 'Must be 100 or less')
const filter = z.strictObject({ name: optionalText(1024), value: optionalText(65_536), context: optionalText(1024) })
const otherProfile = z.strictObject({ type: objectReference(64), id: objectReference(), name: optionalText(255) })

const content = {
  disabled: z.boolean(),
  metric_profile: objectReference(),
  aggregation_profile: objectReference(),
  operations_profile: objectReference(),
  /** Empty for none. */
  thresholds_profile: z.union([z.literal(''), objectReference()]),
  /** Profiles of types that the form does not know, such as weights. */
  other_profiles: z.array(otherProfile).max(100, 'A report can have at most 100 other profiles'),
  /** The types of the levels of the topology from the top. */
  topology_types: z.array(objectReference(255)).max(maxLevels, `A topology can have at most ${maxLevels} levels`),
  filter_tags: z.array(filter).max(maxFilters, `A report can have at most ${maxFilters} filters`),
  availability: percentage(),
  reliability: percentage(),
  uptime: percentage(),
  unknown: percentage(),
  downtime: percentage(),
  /** Whether availability and reliability are computed, and whether statuses are. */
  computes_ar: z.boolean(),
  computes_status: z.boolean(),
  trends: z.array(objectReference(64)).max(100, 'A report can have at most 100 trends'),
  weight: optionalText(255),
}

const fields = z.strictObject({
  name: objectName(),
  groupname: objectReference(80),
  description: optionalText(1024).optional(),
  ...z.strictObject(content).partial().shape,
})

const document = z.object({
  ...texts('name', 'groupname', 'description'),
  disabled: z.boolean(),
  ...texts('metric_profile', 'aggregation_profile', 'operations_profile', 'thresholds_profile'),
  other_profiles: z.array(z.object({ type: z.string(), id: z.string(), name: z.string() })),
  topology_types: z.array(z.string()),
  filter_tags: z.array(z.object({ name: z.string(), value: z.string(), context: z.string() })),
  availability: z.number(),
  reliability: z.number(),
  uptime: z.number(),
  unknown: z.number(),
  downtime: z.number(),
  computes_ar: z.boolean(),
  computes_status: z.boolean(),
  trends: z.array(z.string()),
  weight: z.string(),
})

const record = document.extend({ apiid: z.string() })

const row = record
  .pick({
    ...fieldMask('apiid', 'name', 'groupname', 'description', 'disabled', 'topology_types'),
    ...fieldMask('metric_profile', 'aggregation_profile', 'operations_profile', 'thresholds_profile'),
  })
  .extend({ changed_at: moment() })

const labelsOfCards = { group: 'Group of groups', endpoint: 'Group of endpoints' } as const
const labelsOfParts = { tags: 'tag', extensions: 'extension', first: 'entity', second: 'entity' } as const

/** A tag or extension is the same filter when its values change. Each value of an entity is a filter. */
function filterCells(item: Item): readonly string[] {
  const { name, value, context, place } = filterOf(item)
  if (!place) return [context, name, '']
  return [`${labelsOfCards[place.card]}: ${labelsOfParts[place.part]}`, name, isEntity(place) ? value : '']
}

function filterOf(item: Item) {
  const { name, value, context } = typeof item === 'string' ? { name: '', value: '', context: item } : item
  const filter = { name: String(name), value: String(value), context: String(context) }
  return { ...filter, place: placeOf(filter) }
}

const isEntity = ({ part }: FilterPlace) => part === 'first' || part === 'second'

const filterFields = { value: text('value'), context: text('context') }

/** The identity of a filter contains its context, and the value of an entity. */
function untoldFields(item: Item): Fields {
  const { place } = filterOf(item)
  return place && isEntity(place) ? {} : { value: filterFields.value }
}

const filters: Field<'records'> = {
  ...records('filters', {
    identity: { filter: 'Filter', name: 'Name', entity: 'Entity' },
    fields: filterFields,
  }),
  cellsOf: filterCells,
  fieldsOf: untoldFields,
}

/** A part of the topology that is computed with four profiles (specification part 2, sections 2 to 8). */
export const reports = defineResource({
  ...kindNames.reports,
  ...groupResource('reports', fields, 'renamable'),
  published: { row, record },
  record,
  row,
  document,
  compared: {
    name: text('name'),
    disabled: flag('disabled'),
    description: text('description'),
    groupname: text('group name'),
    metric_profile: text('metric profile'),
    aggregation_profile: text('aggregation profile'),
    operations_profile: text('operations profile'),
    thresholds_profile: text('thresholds profile'),
    other_profiles: records('other profiles', {
      identity: { type: 'Type', id: 'Id' },
      fields: { name: text('name') },
    }),
    topology_types: records('topology type', { identity: { type: 'Level' }, isOrdered: true }),
    filter_tags: filters,
    availability: choice('availability'),
    reliability: choice('reliability'),
    uptime: choice('uptime'),
    unknown: choice('unknown'),
    downtime: choice('downtime'),
    computes_ar: flag('availability and reliability computed'),
    computes_status: flag('status computed'),
    trends: list('trends', 'Trend'),
    weight: text('weight'),
  },
})

export type Report = RecordOf<typeof reports>
export type ReportRow = RowOf<typeof reports>
export type ReportContent = Omit<Report, 'apiid'>
