import { z } from 'zod'
import { list, text } from '../compare/field.ts'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineAction, defineRead, megabyte } from '../kit/endpoint.ts'
import { databaseId, isReservedName, objectReference, trimmedText } from '../kit/fields.ts'
import type { GroupKind } from '../kit/group-kinds.ts'
import { itemsOfGroups, namesOfGroups } from '../kit/kind-names.ts'
import { notices } from '../kit/notices.ts'
import { wholeNumber } from '../kit/paged-list.ts'
import { type DocumentOf, defineResource, type RecordOf, type RowOf } from '../kit/resource.ts'

/** The limit is above the number of metrics, profiles or users of any known tenant. */
const maxMembers = 10_000

export const maxGroupName = 80

const pattern = /^[A-Za-z][A-Za-z0-9_-]*$/

/** The rule for the name of a new group. Groups that older versions or tenants' names have made can break it. */
export const groupNameRule =
  'Name can contain alphanumeric characters, dash and underscore, but must always begin with a letter'

/** Whether a new group can have this name; the rule is in `groupNameRule`. */
export const isGroupName = (name: string): boolean => pattern.test(name)

const name = () => objectReference(maxGroupName, 'This field is required')
const newName = () =>
  name()
    .refine((name) => name === '' || isGroupName(name), groupNameRule)
    .refine((name) => !isReservedName(name), 'This name is reserved')

const names = (label: string) =>
  z
    .array(objectReference())
    .max(maxMembers, `A group can have at most ${maxMembers} ${label}`)
    .transform((names) => [...new Set(names)])

/** The objects of the group: its complete list. */
const items = names('objects')
/** The users of the group: the complete list. If it is absent, they do not change. */
const users = names('users').optional()

const document = z.object({ name: z.string(), items: z.array(z.string()), users: z.array(z.string()) })

const words: Readonly<Record<GroupKind, { readonly item: string; readonly takenMessage: string }>> = {
  reports: { item: 'Report', takenMessage: 'Reports group with this name already exists.' },
  metrics: { item: 'Metric', takenMessage: 'Group of metrics with this name already exists.' },
  aggregations: {
    item: 'Aggregation profile',
    takenMessage: 'Group of aggregations with this name already exists.',
  },
  metricprofiles: { item: 'Metric profile', takenMessage: 'Metric profiles group with this name already exists.' },
  thresholdsprofiles: {
    item: 'Thresholds profile',
    takenMessage: 'Thresholds profiles group with this name already exists.',
  },
}

/** What belongs to a kind of group in labels, one of it, and the message for a name that is taken. */
export const wordsOfGroups = (kind: GroupKind) => ({ ...words[kind], items: itemsOfGroups[kind] })

/**
 * Groups of one kind: objects, and the users who may write them (specification part 2, sections 2 and 5). An object
 * belongs to at most one group. A change without `id` is about the group of that name; with `id` it can rename the group.
 */
const groupsOf = (kind: GroupKind) =>
  defineResource({
    ...namesOfGroups(kind),
    // The list has an address of its own, because other clients expect the objects without a group at the usual one.
    listPath: `groupsof${kind}`,
    key: { read: 'name', remove: 'name' },
    history: 'tenantversion',
    access: { tenant: { read: 'superusers', write: 'superusers' } },
    record: z.object({ id: z.int(), name: z.string(), result: z.array(z.string()), users: z.array(z.string()) }),
    row: z.object({ name: z.string(), items: z.int(), users: z.int() }),
    bodyLimit: 4 * megabyte,
    add: z.strictObject({ name: newName(), items: items.default([]), users }),
    // A read has the objects as `result`, which counts only without `items`.
    change: z
      .strictObject({
        id: databaseId().optional(),
        name: name(),
        items: items.optional(),
        result: items.optional(),
        users,
      })
      .refine((group) => group.items !== undefined || group.result !== undefined, {
        path: ['items'],
        message: 'Required',
      }),
    document,
    compared: {
      name: text('name'),
      items: list(`${itemsOfGroups[kind]} in group`, words[kind].item),
      users: list('users', 'User'),
    },
  })

export type GroupResource = ReturnType<typeof groupsOf>
export type Group = RecordOf<GroupResource>
export type GroupRow = RowOf<GroupResource>
export type GroupDocument = DocumentOf<GroupResource>

export const groupsOfReports = groupsOf('reports')
export const groupsOfMetrics = groupsOf('metrics')
export const groupsOfAggregations = groupsOf('aggregations')
export const groupsOfMetricProfiles = groupsOf('metricprofiles')
export const groupsOfThresholdsProfiles = groupsOf('thresholdsprofiles')

/** The resource of each kind of group. */
export const groups: Readonly<Record<GroupKind, GroupResource>> = {
  reports: groupsOfReports,
  metrics: groupsOfMetrics,
  aggregations: groupsOfAggregations,
  metricprofiles: groupsOfMetricProfiles,
  thresholdsprofiles: groupsOfThresholdsProfiles,
}

/** The endpoints of a kind of group besides those of its resource. */
export function groupEndpoints(kind: GroupKind) {
  const resource = groups[kind]
  const items = itemsOfGroups[kind]
  return {
    /** All of them without a query, as other clients expect; forms search. */
    available: defineRead({
      path: `${internalApi}/${resource.path}`,
      summary: `Names of ${items} without a group`,
      deployments: tenantOnly,
      caller: { may: 'view', resource },
      query: z.strictObject({
        /** A part of the name, ignoring case. */
        search: trimmedText(128).optional(),
        limit: wholeNumber(maxMembers).optional(),
      }),
      answer: z.object({
        result: z.array(z.string()),
        /** How many match the search. */
        total: z.int(),
      }),
    }),
    merge: defineAction({
      precondition: 'version',
      path: `${internalApi}/${resource.path}/merge`,
      summary: `Move all ${items} of a group to another group, and delete the group`,
      deployments: tenantOnly,
      caller: { may: 'delete', resource },
      query: writeQuery,
      body: z.strictObject({
        name: name(),
        /** The name of the other group. */
        into: name(),
      }),
      answer: notices,
    }),
  }
}
