import { z } from 'zod'
import { records, text } from '../compare/field.ts'
import { objectName, objectReference, optionalText, uniqueRows } from '../kit/fields.ts'
import { groupResource } from '../kit/group-resource.ts'
import { kindNames } from '../kit/kind-names.ts'
import { fieldMask, texts } from '../kit/named-fields.ts'
import { byCodePoint } from '../kit/order.ts'
import { defineResource, type RecordOf, type RowOf } from '../kit/resource.ts'

/**
 * The maximum number of pairs in a profile: ten times the largest known profile, and what one request body can contain.
 */
const maxPairs = 20_000

export const metricInstance = z.object({ service: objectReference(), metric: objectReference() })
export type MetricInstance = z.output<typeof metricInstance>

/** The pair as one text, for comparisons; neither part can contain a line break. */
export const pairKey = ({ service, metric }: MetricInstance): string => `${service}\n${metric}`

/** Orders by service, then metric, ignoring case; names that differ only in case still have a fixed order. */
export const byServiceAndMetric = (a: MetricInstance, b: MetricInstance): number =>
  byCodePoint(a.service.toLowerCase(), b.service.toLowerCase()) ||
  byCodePoint(a.metric.toLowerCase(), b.metric.toLowerCase()) ||
  byCodePoint(pairKey(a), pairKey(b))

const fields = z.strictObject({
  // Boxes request profiles by name, in one comma-separated header.
  name: objectName().refine((name) => !name.includes(','), 'Name cannot contain commas'),
  groupname: objectReference(80),
  description: optionalText(1024),
  services: z
    .array(metricInstance.strict())
    .max(maxPairs, `A metric profile can hold at most ${maxPairs} pairs of service and metric`)
    .superRefine(uniqueRows(pairKey, 'Duplicated')),
})

const stored = z.object({
  ...texts('apiid', 'name', 'groupname', 'description'),
})
const pairs = z.array(z.object({ service: z.string(), metric: z.string() }))
const record = stored.extend({ services: pairs })
const row = stored.extend({ pairs: z.number().int() })
const document = z.object({
  ...texts('name', 'groupname', 'description'),
  metricinstances: pairs,
})

/** What a write sends of a profile. Versions have another name for the pairs; only these two functions know both. */
type Content = Omit<z.output<typeof record>, 'apiid'>

const toDocument = ({ name, groupname, description, services }: Content): z.output<typeof document> => ({
  name,
  groupname,
  description,
  metricinstances: services.map(({ service, metric }) => ({ service, metric })),
})

const fromDocument = ({ metricinstances, ...fields }: z.output<typeof document>): Content => ({
  ...fields,
  services: metricinstances,
})

/** A metric profile says which metrics are checked for which service types (specification part 1, sections 2 to 5). */
export const metricProfiles = defineResource({
  ...kindNames.metricProfiles,
  ...groupResource('metricprofiles', fields, 'fixed'),
  published: {
    row: row.pick(fieldMask('apiid', 'name', 'groupname', 'description', 'pairs')),
    record: record.pick(fieldMask('apiid', 'name', 'groupname', 'description', 'services')),
    document: document.pick(fieldMask('name', 'groupname', 'description', 'metricinstances')),
  },
  record,
  row,
  document,
  compared: {
    name: text('name'),
    groupname: text('groupname'),
    description: text('description'),
    metricinstances: records('metric instances', { identity: { service: 'Service', metric: 'Metric' } }),
  },
  toDocument,
  fromDocument,
})

export type MetricProfile = RecordOf<typeof metricProfiles>
export type MetricProfileRow = RowOf<typeof metricProfiles>
