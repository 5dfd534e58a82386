// Reads of the topology for other features. Only the Web API stores it.

import { byCodePoint } from '@quatrain/contract/kit/order.ts'
import {
  maxSuggestedHosts,
  type SuggestedHost,
  type TopologyEndpoint,
  type TopologyGroup,
} from '@quatrain/contract/reports/topology.ts'
import { type TopologyKind, type WebApiLeftOut, webApiLeftOut } from '@quatrain/contract/web-api/topology.ts'
import { z } from 'zod'
import { knownLists } from '#clients/web-api/known-lists.ts'
import { isTooLarge } from '#clients/web-api/upstream-error.ts'
import type { ReadingWebApi } from '#clients/web-api/web-api-for.ts'
import type { Context } from '#request/context/context.ts'
import { type Filters, filtersOf, type TypedFilters } from './typed-filters.ts'

/** The list of a day, the list before it, or today's; undefined if there is none. */
export type ReadRows<Row> = (
  ctx: Pick<Context, 'tenant'>,
  filters: Filters,
  date?: string | undefined,
) => Promise<readonly Row[] | undefined>

/**
 * The maximum size of a list that is read at once: memory needs about five times as much. 16 MB are about 50,000 endpoints; more can be
 * read with a filter.
 */
const maxBytes = 16 * 1024 * 1024

/** Users who page through a list read it again and again; it is also read for suggestions. */
const cacheLimits = { maxLength: maxBytes, keptFor: 5 * 60_000 }

/** Of an endpoint in the scope of a report, what identifies it is kept, a quarter of it or less. */
const scopeLimits = { ...cacheLimits, maxLength: 4 * maxBytes }

/** The schema accepts null: other services send it for a row without tags. */
const tags = z
  .record(z.string(), z.string())
  .nullish()
  .transform((tags) =>
    Object.entries(tags ?? {})
      .map(([name, value]) => ({ name, value }))
      .sort((a, b) => byCodePoint(a.name, b.name)),
  )
const ofTenant = z
  .string()
  .optional()
  .transform((tenant) => (tenant === '' ? undefined : tenant))

const endpoint = z.object({
  type: z.string(),
  group: z.string(),
  service: z.string(),
  hostname: z.string(),
  tags,
  tenant: ofTenant,
})
const endpointIdentity = endpoint.omit({ tags: true, tenant: true })
export type EndpointIdentity = z.output<typeof endpointIdentity>

const serviceType = z.object({ name: z.string() })
const group = z.object({ type: z.string(), group: z.string(), subgroup: z.string(), tags, tenant: ofTenant })

export interface TopologyReads {
  readonly endpoints: ReadRows<TopologyEndpoint>
  readonly groups: ReadRows<TopologyGroup>
  /** The endpoints of today that the report with this name covers; undefined if the Web API has no such report, or no topology. */
  readonly endpointsOfReport: (
    ctx: Pick<Context, 'tenant'>,
    report: string,
  ) => Promise<readonly EndpointIdentity[] | undefined>
  /** The names of the service types. */
  readonly serviceTypes: ReadRows<{ readonly name: string }>
  /** What was left out of the list of a day, or of the list before it. */
  readonly leftOut: (
    ctx: Pick<Context, 'tenant'>,
    kind: TopologyKind,
    date?: string | undefined,
  ) => Promise<WebApiLeftOut | undefined>
}

/** Reads the topology of tenants with their read-only keys. All features share one, which keeps lists. A filter is sent to the Web API, which returns matching rows. */
export function topologyReads(readingWebApi: ReadingWebApi): TopologyReads {
  const lists = knownLists(readingWebApi, cacheLimits)
  const leftOut = lists(['topology'], webApiLeftOut)
  const covered = knownLists(readingWebApi, scopeLimits)(['topology', 'endpoints', 'by_report'], endpointIdentity)
  const reading = <Row>(collection: string, row: z.ZodType<Row>): ReadRows<Row> => {
    const read = lists(['topology', collection], row)
    return ({ tenant }, filters, date) => read(tenant, { query: { ...filters, date }, maxBytes })
  }
  return {
    endpoints: reading('endpoints', endpoint),
    groups: reading('groups', group),
    endpointsOfReport: ({ tenant }, report) => covered(tenant, { below: [report], query: {}, maxBytes }),
    serviceTypes: reading('service-types', serviceType),
    // The result is undefined for other services, which do not have this address.
    leftOut: async ({ tenant }, kind, date) =>
      (await leftOut(tenant, { below: [kind, 'left-out'], query: { date } }))?.[0],
  }
}

/** The endpoints of one host; none if the topology does not have it. A name is compared as it is, not as a pattern. */
export async function endpointsOfHost(
  { endpoints }: TopologyReads,
  ctx: Pick<Context, 'tenant'>,
  hostname: string,
  date?: string,
): Promise<TopologyEndpoint[]> {
  const endpointsOnHost = await endpoints(ctx, { hostname: [hostname] }, date)
  return (endpointsOnHost ?? []).filter((endpoint) => endpoint.hostname === hostname)
}

/** The hosts with this part in their names, by name, each with its groups and services. */
export async function hostsWith(
  { endpoints }: TopologyReads,
  ctx: Pick<Context, 'tenant'>,
  text: string,
  limit = maxSuggestedHosts,
): Promise<SuggestedHost[]> {
  const hosts = Map.groupBy((await endpoints(ctx, filtersOf({ hostname: text }))) ?? [], ({ hostname }) => hostname)
  return [...hosts.keys()]
    .sort(byCodePoint)
    .slice(0, limit)
    .map((hostname) => {
      const rows = hosts.get(hostname) ?? []
      return {
        hostname,
        groups: distinct(rows.map(({ group }) => group)),
        services: distinct(rows.map(({ service }) => service)),
      }
    })
}

/** Each text once, in order. */
export const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort(byCodePoint)

/** The endpoints with one of these service types; none without any. The texts find a part of a name. */
export const endpointsOfServices = async (
  { endpoints }: TopologyReads,
  ctx: Pick<Context, 'tenant'>,
  services: readonly string[],
  filters: Pick<TypedFilters, 'hostname' | 'group'>,
): Promise<readonly TopologyEndpoint[] | undefined> =>
  services.length === 0 ? [] : endpoints(ctx, { ...filtersOf(filters), service: services })

/** The reason why there are no rows: there is no list, or it has too many rows to be read at once. */
export type Unlisted = 'missing' | 'too long'

/** The rows, or why there are none. */
export async function unlessTooLong<Row>(
  read: () => Promise<readonly Row[] | undefined>,
): Promise<readonly Row[] | Unlisted> {
  try {
    return (await read()) ?? 'missing'
  } catch (error) {
    if (isTooLarge(error)) return 'too long'
    throw error
  }
}
