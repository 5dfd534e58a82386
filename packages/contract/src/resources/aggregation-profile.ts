import { z } from 'zod'
import { choice, records, text } from '../compare/field.ts'
import { objectName, objectReference, optionalText, uniqueRows } from '../kit/fields.ts'
import { groupResource } from '../kit/group-resource.ts'
import { kindNames } from '../kit/kind-names.ts'
import { texts } from '../kit/named-fields.ts'
import { ignoringCase } from '../kit/order.ts'
import { defineResource, type RecordOf } from '../kit/resource.ts'

/** The operations that users can choose. The server keeps others that a profile already has. */
export const aggregationOperations = ['OR', 'AND'] as const

/** The endpoint groups that users can choose. The server keeps another one that a profile already has. */
export const endpointGroups = ['servicegroups', 'sites'] as const

/** Ten times the largest known profile; its total size is limited by the body. */
const maxGroups = 1_000
const maxServices = 1_000

const operation = () => objectReference(64)
const service = z.strictObject({ name: objectReference(), operation: operation() })

const group = z.strictObject({
  name: objectReference(),
  operation: operation(),
  services: z
    .array(service)
    .min(1, 'A group must have at least one service')
    .max(maxServices, `A group can have at most ${maxServices} services`)
    .superRefine(uniqueRows(({ name }) => name, 'Duplicated')),
})

/** Existing clients send the groups as JSON in a text. */
const parsedGroups = (value: unknown, context: z.RefinementCtx): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    context.addIssue({ code: 'custom', message: 'Must be a list of groups, or its JSON as a text' })
    return z.NEVER
  }
}

const fields = z.strictObject({
  name: objectName(),
  groupname: objectReference(80),
  // The specified form has no description: a change without one keeps it.
  description: optionalText(1024).optional(),
  endpoint_group: operation(),
  metric_operation: operation(),
  profile_operation: operation(),
  metric_profile: objectReference(),
  groups: z.preprocess(
    parsedGroups,
    z
      .array(group)
      .max(maxGroups, `An aggregation profile can have at most ${maxGroups} groups`)
      .superRefine(uniqueRows(({ name }) => name, 'Duplicated')),
  ),
})

const document = z.object({
  ...texts('name', 'groupname', 'description', 'endpoint_group', 'metric_operation'),
  ...texts('profile_operation', 'metric_profile'),
  groups: z.array(
    z.object({
      name: z.string(),
      operation: z.string(),
      services: z.array(z.object({ name: z.string(), operation: z.string() })),
    }),
  ),
})

const record = document.extend({ apiid: z.string() })
const row = record.pick({ apiid: true, name: true, groupname: true, description: true, metric_profile: true })

/**
 * How results of metrics are combined into services, services into groups, and groups into a site or a service group
 * (specification part 2, sections 2 to 5).
 */
export const aggregationProfiles = defineResource({
  ...kindNames.aggregationProfiles,
  ...groupResource('aggregations', fields, 'fixed'),
  published: { row, record },
  record,
  row,
  document,
  compared: {
    name: text('name'),
    groupname: text('group name'),
    description: text('description'),
    metric_operation: choice('metric operation'),
    profile_operation: choice('aggregation operation'),
    endpoint_group: choice('endpoint group'),
    metric_profile: text('metric profile'),
    groups: records('groups', {
      identity: { name: 'Group' },
      fields: {
        operation: choice('operation'),
        services: records('services', { identity: { name: 'Service' }, fields: { operation: choice('operation') } }),
      },
      isOrdered: true,
    }),
  },
})

export type AggregationProfile = RecordOf<typeof aggregationProfiles>
export type AggregationGroup = AggregationProfile['groups'][number]

/** Orders services by name, ignoring case; names that differ only in case still have a fixed order. */
export const byServiceName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  ignoringCase(a.name, b.name)
