import { maxCountedRows } from '@quatrain/contract/kit/paged-list.ts'
import {
  allTopologyEndpoints,
  allTopologyGroups,
  type TopologyTag,
  topologyEndpointDifferences,
  topologyEndpoints,
  topologyGroupDifferences,
  topologyGroups,
  topologyHost,
  topologyHosts,
  topologyLeftOut,
} from '@quatrain/contract/reports/topology.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#kit/http/serve.ts'
import { byColumns, pageOfRows } from '#kit/resource/page-of-rows.ts'
import type { Context } from '#request/context/context.ts'
import { countsOf, type Difference, differencesOf } from './differences.ts'
import {
  distinct,
  endpointsOfHost,
  hostsWith,
  type ReadRows,
  type TopologyReads,
  type Unlisted,
  unlessTooLong,
} from './topology.reads.ts'
import { filtersOf, type TypedFilters } from './typed-filters.ts'

/** Reads of the topology, which connectors write to the Web API. */
export async function topologyRoutes(app: FastifyInstance, { topology: reads }: { topology: TopologyReads }) {
  const endpoints = topologyList({ read: reads.endpoints, columns: ['group', 'service', 'hostname', 'type'] })
  const groups = topologyList({ read: reads.groups, columns: ['group', 'subgroup', 'type'] })

  serve(app, topologyEndpoints, (ctx, { query }) => endpoints.page(ctx, query))
  serve(app, topologyGroups, (ctx, { query }) => groups.page(ctx, query))
  serve(app, topologyEndpointDifferences, (ctx, { query }) => endpoints.differences(ctx, query))
  serve(app, topologyGroupDifferences, (ctx, { query }) => groups.differences(ctx, query))
  serve(app, allTopologyEndpoints, async (ctx, { query: { date, ...filters } }) => ({
    rows: ((await endpoints.all(ctx, filters, date)) ?? []).slice(0, maxCountedRows),
  }))
  serve(app, allTopologyGroups, async (ctx, { query: { date, ...filters } }) => ({
    rows: ((await groups.all(ctx, filters, date)) ?? []).slice(0, maxCountedRows),
  }))

  serve(app, topologyLeftOut, async (ctx, { query: { kind, date } }) => {
    const leftOut = await reads.leftOut(ctx, kind, date)
    return { ...(leftOut && { leftOut }) }
  })

  serve(app, topologyHosts, async (ctx, { query }) => ({
    hosts: await hostsWith(reads, ctx, query.search, query.limit),
  }))
  serve(app, topologyHost, async (ctx, { params: { hostname }, query: { date } }) => {
    const endpoints = await endpointsOfHost(reads, ctx, hostname, date)
    if (endpoints.length === 0) throw new AppError('not_found', 'Host not found.', { source: 'web-api' })
    const subgroup = distinct(endpoints.map(({ group }) => group))
    const groups = (await reads.groups(ctx, { subgroup }, date)) ?? []
    return { endpoints: endpoints, groups: groups.filter((row) => subgroup.includes(row.subgroup)) }
  })
}

interface Paged {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  readonly sort?: string | undefined
}

interface TwoDays {
  readonly from: string
  readonly to: string
  readonly change?: Difference<unknown>['change'] | undefined
}

/** One of the two lists of the topology. */
interface TopologyList<Column extends string, Row> {
  readonly read: ReadRows<Row>
  /** The columns that identify a row, together with the tenant that it comes from. Rows are ordered by them. */
  readonly columns: readonly Column[]
}

type Tagged = { readonly tags: TopologyTag[]; readonly tenant?: string | undefined }

/** The functions that read pages of a list. The Web API filters; what it returns is sorted and divided into pages here. */
function topologyList<Column extends string, Row extends Readonly<Record<Column, string>> & Tagged>({
  read,
  columns,
}: TopologyList<Column, Row>) {
  const all = async (ctx: Context, filters: TypedFilters, date?: string, sort?: string) =>
    (await read(ctx, filtersOf(filters), date))?.toSorted(byColumns(columns, sort))
  const identityOf = (row: Row) => [...columns.map((column) => row[column]), row.tenant ?? ''].join('\n')
  return {
    all,
    async page(ctx: Context, query: Paged & { readonly date?: string | undefined } & TypedFilters) {
      const { page, limit, sort, date, ...filters } = query
      const rows = await unlessTooLong(() => all(ctx, filters, date, sort))
      return typeof rows === 'string' ? unlisted(rows) : pageOfRows(rows, { page, limit })
    },
    async differences(ctx: Context, query: Paged & TwoDays & TypedFilters) {
      const { page, limit, sort, from, to, change, ...filters } = query
      const [before, after] = await Promise.all([from, to].map((date) => unlessTooLong(() => all(ctx, filters, date))))
      if (typeof before === 'string' || typeof after === 'string' || !before || !after) {
        return { ...unlisted(before === 'too long' ? before : 'missing'), counts: countsOf([]) }
      }
      const differences = differencesOf(before, after, identityOf)
      const compare = byColumns(columns, sort)
      const matchingRows = differences
        .filter((difference) => change === undefined || difference.change === change)
        .sort((a, b) => compare(a.row, b.row))
      return { ...pageOfRows(matchingRows, { page, limit }), counts: countsOf(differences) }
    },
  }
}

const unlisted = (reason: Unlisted) => ({ rows: [], total: 0, unlisted: reason })
