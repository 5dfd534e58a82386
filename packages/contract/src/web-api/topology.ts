import { z } from 'zod'

/** What the Web API and its clients exchange about the topology: a list of groups and one of endpoints for each day. */

/** The names of the two lists, which are also the last segment of their addresses. */
export type TopologyKind = 'groups' | 'endpoints'

const shared = {
  /** Who is notified. Absent if the client sent none; an empty list and `false` are left out. */
  notifications: z.object({ contacts: z.array(z.string()).optional(), enabled: z.boolean().optional() }).optional(),
  /** Booleans are `0` or `1`; several values are joined by a comma and a space. */
  tags: z.record(z.string(), z.string()),
  /** The tenant that feeds this row to a combined one. */
  tenant: z.string().optional(),
}

/** A group and one of its subgroups; `date` is the day (UTC, `YYYY-MM-DD`) for which the list was written. */
export const webApiGroup = z.object({
  date: z.string(),
  group: z.string(),
  type: z.string(),
  subgroup: z.string(),
  ...shared,
})

/** An endpoint: a service on a host, in a group. */
export const webApiEndpoint = z.object({
  date: z.string(),
  group: z.string(),
  type: z.string(),
  service: z.string(),
  hostname: z.string(),
  ...shared,
})

type WebApiGroup = z.output<typeof webApiGroup>
type WebApiEndpoint = z.output<typeof webApiEndpoint>
export type WebApiGroupInput = Omit<WebApiGroup, 'date'>
export type WebApiEndpointInput = Omit<WebApiEndpoint, 'date'>

/** The fields that lists can be filtered by, besides their tags. */
export const topologyFields = {
  groups: ['group', 'type', 'subgroup'],
  endpoints: ['group', 'type', 'service', 'hostname'],
} as const satisfies Record<TopologyKind, readonly string[]>
