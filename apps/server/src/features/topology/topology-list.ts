import type { TopologyTag } from '@quatrain/contract/reports/topology.ts'
import { byColumns, pageOfRows } from '#kit/resource/page-of-rows.ts'
import type { Context } from '#request/context/context.ts'
import { countsOf, type Difference, differencesOf } from './differences.ts'
import { type ReadRows, type Unlisted, unlessTooLong } from './topology.reads.ts'
import { filtersOf, type TypedFilters } from './typed-filters.ts'

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
export interface TopologyList<Column extends string, Row> {
  readonly read: ReadRows<Row>
  /** The columns that identify a row, together with the tenant that it comes from. Rows are ordered by them. */
  readonly columns: readonly Column[]
}

type Tagged = { readonly tags: TopologyTag[]; readonly tenant?: string | undefined }

/** The functions that read pages of a list. The Web API filters; what it returns is sorted and divided into pages here. */
export function topologyList<Column extends string, Row extends Readonly<Record<Column, string>> & Tagged>({
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
