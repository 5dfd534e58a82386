import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { type AnswerOf, defineEndpoint } from '../kit/endpoint.ts'
import { optionalText } from '../kit/fields.ts'
import { texts } from '../kit/named-fields.ts'
import { maxCountedRows, pagedQuery, pageOf, wholeNumber } from '../kit/paged-list.ts'
import { topologyKinds, webApiLeftOut } from '../web-api/topology.ts'

// The topology as the console shows it. Only connectors write it, to the Web API, one list of endpoints and one of groups
// for a day; a day without its own list has that of the day before.

const tag = z.object({ name: z.string(), value: z.string() })

/** A service on a host, in a group of endpoints: a site, or a service group. */
const endpointRow = z.object({
  ...texts('type', 'group', 'service', 'hostname'),
  tags: z.array(tag),
  /** The tenant that the row comes from, in a combined tenant. */
  tenant: z.string().optional(),
})

/** A group of endpoints and the group that it belongs to: an NGI, or a project. */
const groupRow = z.object({
  ...texts('type', 'group', 'subgroup'),
  tags: z.array(tag),
  tenant: z.string().optional(),
})

export type TopologyEndpoint = z.output<typeof endpointRow>
export type TopologyGroup = z.output<typeof groupRow>
export type TopologyTag = z.output<typeof tag>

const day = () => z.iso.date('Must be YYYY-MM-DD')

/** Filters find a part of a text. A tag is `name` or `name:part of the value`; several are separated by commas. */
const endpointFilters = {
  date: day().optional(),
  group: optionalText(128).optional(),
  service: optionalText(128).optional(),
  hostname: optionalText(255).optional(),
  tags: optionalText(512).optional(),
}
const groupFilters = {
  date: day().optional(),
  group: optionalText(128).optional(),
  subgroup: optionalText(128).optional(),
  tags: optionalText(512).optional(),
}

const endpointColumns = ['group', 'service', 'hostname'] as const
const groupColumns = ['group', 'subgroup'] as const

/**
 * The reason why there is no list: none exists for this day or any earlier one, or it has too many rows to be read at once without a
 * filter.
 */
const unlisted = z.enum(['missing', 'too long'])

const topologyPage = <Row extends z.ZodType>(row: Row) => pageOf(row).extend({ unlisted: unlisted.optional() })

const common = { method: 'GET', deployments: tenantOnly, userKeys: 'accepted', caller: 'user' } as const

export const topologyEndpoints = defineEndpoint({
  ...common,
  path: `${internalApi}/topology/endpoints`,
  summary: 'A page of the endpoints of the topology',
  query: pagedQuery(endpointColumns, endpointFilters),
  answer: topologyPage(endpointRow),
})

export const topologyGroups = defineEndpoint({
  ...common,
  path: `${internalApi}/topology/groups`,
  summary: 'A page of the groups of the topology',
  query: pagedQuery(groupColumns, groupFilters),
  answer: topologyPage(groupRow),
})

/** The rows that the Web API did not store with the list of a day, because nothing can use them. */
export const topologyLeftOut = defineEndpoint({
  ...common,
  path: `${internalApi}/topology/leftout`,
  summary: 'The rows that are not in a list of the topology, because nothing can use them',
  query: z.strictObject({ kind: z.enum(topologyKinds), date: day().optional() }),
  answer: z.object({ leftOut: webApiLeftOut.optional() }),
})

/** The schema of all rows of a list for a file, at most `maxCountedRows` rows. */
const allRows = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row).max(maxCountedRows) })

export const allTopologyEndpoints = defineEndpoint({
  ...common,
  path: `${internalApi}/topology/endpoints/all`,
  summary: 'All endpoints of the topology that match the filters',
  query: z.strictObject(endpointFilters),
  answer: allRows(endpointRow),
})

export const allTopologyGroups = defineEndpoint({
  ...common,
  path: `${internalApi}/topology/groups/all`,
  summary: 'All groups of the topology that match the filters',
  query: z.strictObject(groupFilters),
  answer: allRows(groupRow),
})

/** A row that is in one of two lists only, or that has other tags in the later one. */
const difference = <Row extends z.ZodType>(row: Row) =>
  z.object({
    change: z.enum(['added', 'removed', 'changed']),
    /** The later row; of a removed one, the earlier row. */
    row,
    /** Tags of the earlier row; only if they have changed. */
    tagsBefore: z.array(tag).optional(),
  })

const twoDays = { from: day(), to: day(), change: z.enum(['added', 'removed', 'changed']).optional() }

const differencePage = <Row extends z.ZodType>(row: Row) =>
  pageOf(difference(row)).extend({
    unlisted: unlisted.optional(),
    counts: z.object({ added: z.int(), removed: z.int(), changed: z.int() }),
  })

export const topologyEndpointDifferences = defineEndpoint({
  ...common,
  path: `${internalApi}/topology/endpoints/differences`,
  summary: 'A page of the differences between the endpoints of two days',
  query: pagedQuery(endpointColumns, { ...endpointFilters, ...twoDays }).omit({ date: true }),
  answer: differencePage(endpointRow),
})

export const topologyGroupDifferences = defineEndpoint({
  ...common,
  path: `${internalApi}/topology/groups/differences`,
  summary: 'A page of the differences between the groups of two days',
  query: pagedQuery(groupColumns, { ...groupFilters, ...twoDays }).omit({ date: true }),
  answer: differencePage(groupRow),
})

/** The maximum number of hosts that are suggested at once; a search finds the others. */
export const maxSuggestedHosts = 5_000

/** Returns suggestions for inputs: hosts with a part of this name, and the groups and services of their endpoints. */
export const topologyHosts = defineEndpoint({
  ...common,
  path: `${internalApi}/topology/hosts`,
  summary: 'Hosts whose names contain a text',
  query: z.strictObject({ search: optionalText(255).default(''), limit: wholeNumber(maxSuggestedHosts).optional() }),
  answer: z.object({
    hosts: z
      .array(z.object({ hostname: z.string(), groups: z.array(z.string()), services: z.array(z.string()) }))
      .max(maxSuggestedHosts),
  }),
})

/** Everything the topology says about one host. */
export const topologyHost = defineEndpoint({
  ...common,
  path: `${internalApi}/topology/hosts/:hostname`,
  summary: 'The endpoints of a host, and the groups that they belong to',
  params: z.object({ hostname: optionalText(255) }),
  query: z.strictObject({ date: day().optional() }),
  answer: z.object({ endpoints: z.array(endpointRow), groups: z.array(groupRow) }),
})

/** What becomes of an endpoint in a check of its service type: no metric profile has one, no report uses it, or a report does. */
export const coverageStates = ['unmonitored', 'unreported', 'reported'] as const
export type CoverageState = (typeof coverageStates)[number]

const endpointsByState = z.object({ unmonitored: z.int(), unreported: z.int(), reported: z.int() })

export const topologyCoverage = defineEndpoint({
  ...common,
  path: `${internalApi}/coverage`,
  summary: 'How many endpoints of today are monitored, and in a report, by service type and metric',
  query: z.strictObject({ group: optionalText(128).optional() }),
  answer: z.object({
    unlisted: unlisted.optional(),
    /** The names of all groups of endpoints. */
    groups: z.array(z.string()),
    /** Each endpoint once: in the best state that it has in a check. */
    endpoints: endpointsByState,
    /** The checks of service types that have endpoints; one without a metric if a service type has none. */
    checks: z.array(endpointsByState.extend(texts('service', 'metric'))),
  }),
})
export type CoveredCheck = AnswerOf<typeof topologyCoverage>['checks'][number]

export const topologyCoveredEndpoints = defineEndpoint({
  ...common,
  path: `${internalApi}/coverage/endpoints`,
  summary: 'A page of the endpoints of today in one state in a check',
  query: pagedQuery(endpointColumns, {
    service: optionalText(128),
    /** Empty for the endpoints of a service type without metrics. */
    metric: optionalText(255).default(''),
    state: z.enum(coverageStates),
    group: optionalText(128).optional(),
    hostname: optionalText(255).optional(),
  }),
  answer: topologyPage(endpointRow),
})

export type TopologyHost = AnswerOf<typeof topologyHost>
export type SuggestedHost = AnswerOf<typeof topologyHosts>['hosts'][number]
export type EndpointDifference = AnswerOf<typeof topologyEndpointDifferences>['rows'][number]
export type GroupDifference = AnswerOf<typeof topologyGroupDifferences>['rows'][number]
