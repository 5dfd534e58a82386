import { z } from 'zod'
import { texts } from '../kit/named-fields.ts'
import type { WebApiReport } from './reports.ts'

/** What the Web API and its clients exchange about the topology: a list of groups and one of endpoints for each day. */

/** The names of the two lists, which are also the last segment of their addresses. */
export const topologyKinds = ['groups', 'endpoints'] as const
export type TopologyKind = (typeof topologyKinds)[number]

const shared = {
  /** The people who are notified. Absent if the client sent none; an empty list and `false` are left out. */
  notifications: z.object({ contacts: z.array(z.string()).optional(), enabled: z.boolean().optional() }).optional(),
  /** Booleans are `0` or `1`; several values are joined by a comma and a space. */
  tags: z.record(z.string(), z.string()),
  /** The tenant that feeds this row to a combined one. */
  tenant: z.string().optional(),
}

/** A group and one of its subgroups; `date` is the day (UTC, `YYYY-MM-DD`) for which the list was written. */
export const webApiGroup = z.object({
  ...texts('date', 'group', 'type', 'subgroup'),
  ...shared,
})

/** An endpoint: a service on a host, in a group. */
export const webApiEndpoint = z.object({
  ...texts('date', 'group', 'type', 'service', 'hostname'),
  ...shared,
})

/** Rows of a submitted list that were not stored, because nothing can use them. */
export const webApiLeftOut = z.object({
  /** The day whose list is in force. */
  date: z.string(),
  count: z.int(),
  /** At most 100 refused rows: each has its index in the submitted list, what is wrong with it, and its fields. */
  rows: z.array(z.object({ index: z.int(), problem: z.string(), fields: z.record(z.string(), z.string()) })),
})

export type WebApiLeftOut = z.output<typeof webApiLeftOut>
type WebApiGroup = z.output<typeof webApiGroup>
type WebApiEndpoint = z.output<typeof webApiEndpoint>
export type WebApiGroupInput = Omit<WebApiGroup, 'date'>
export type WebApiEndpointInput = Omit<WebApiEndpoint, 'date'>

/** The fields that lists can be filtered by, besides their tags. */
export const topologyFields = {
  groups: ['group', 'type', 'subgroup'],
  endpoints: ['group', 'type', 'service', 'hostname'],
} as const satisfies Record<TopologyKind, readonly string[]>

/** The contexts of a report's filters; the first word is the list that is filtered. */
export const filterContexts = {
  'argo.group.filter.fields': { kind: 'groups', on: 'fields' },
  'argo.group.filter.tags': { kind: 'groups', on: 'tags' },
  'argo.group.filter.tags.array': { kind: 'groups', on: 'values' },
  'argo.endpoint.filter.fields': { kind: 'endpoints', on: 'fields' },
  'argo.endpoint.filter.tags': { kind: 'endpoints', on: 'tags' },
  'argo.endpoint.filter.tags.array': { kind: 'endpoints', on: 'values' },
} as const satisfies Record<string, { readonly kind: TopologyKind; readonly on: 'fields' | 'tags' | 'values' }>

/** All tags of a list with their values, both sorted by code points. */
export const webApiTopologyTags = z.object({
  name: z.enum(topologyKinds),
  values: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
})

/** The groups, groups of endpoints and services that a report covers, sorted. */
export const webApiTopologyStats = z.object({
  group_count: z.int(),
  group_list: z.array(z.string()),
  endpoint_group_count: z.int(),
  endpoint_group_list: z.array(z.string()),
  service_count: z.int(),
  service_list: z.array(z.string()),
})

/** A report whose scope is previewed; with the name of the stored report, it is compared with that one. */
export interface WebApiScopeRequest extends Pick<WebApiReport, 'topology_schema' | 'filter_tags'> {
  readonly name?: string
  /** A part of a field of the rows in the samples. */
  readonly search?: string
}

/** `gained` and `lost` compare with the stored report: rows that it does not cover, and that only it covers. */
const scopeOf = <Row extends z.ZodRawShape>(row: Row) =>
  z.object({
    /** The number of rows of the list. */
    total: z.int(),
    covered: z.int(),
    gained: z.int(),
    lost: z.int(),
    /** At most 50 changed rows: gained ones first, then lost ones. */
    sample: z.array(z.object({ ...row, change: z.enum(['gained', 'lost', 'unchanged']) })),
  })

const { group, type, subgroup } = webApiGroup.shape
const { service, hostname } = webApiEndpoint.shape

/** What a report covers on a day. */
export const webApiScope = z.object({
  groups: scopeOf({ group, type, subgroup }),
  endpoints: scopeOf({ group, type, service, hostname }),
  /** The service types of the covered endpoints, sorted; at most 1,000. */
  services: z.array(z.string()),
  /** How many rows of its list each filter matches alone. The context of the default type is empty. */
  filters: z.array(z.object({ kind: z.enum(topologyKinds), context: z.string(), name: z.string(), matching: z.int() })),
})

export type WebApiScope = z.output<typeof webApiScope>
