import { createParser, type inferParserType, parseAsNumberLiteral, parseAsString } from 'nuqs'
import type { HeadColumn } from './columns.tsx'

/** The state of a list. It is stored in the address, so that it can be shared and restored. */
export interface ListState {
  readonly filters: Readonly<Record<string, string>>
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined
  readonly page: number
  readonly size: number
}

export const pageSizes: readonly number[] = [5, 10, 15, 20, 30, 50, 100]

type AnyColumn = Pick<HeadColumn, 'id' | 'sort' | 'filter'>

const page = createParser({
  parse: (text) => (Number.isInteger(Number(text)) && Number(text) > 0 ? Number(text) : null),
  serialize: String,
})

const sortBy = (columns: readonly AnyColumn[]) =>
  createParser({
    parse(text) {
      const [, minus, column = ''] = /^(-?)(.+)$/.exec(text) ?? []
      return columns.some(({ id, sort }) => sort && id === column) ? { column, descending: minus === '-' } : null
    },
    serialize: ({ column, descending }) => `${descending ? '-' : ''}${column}`,
    eq: (a, b) => a.column === b.column && a.descending === b.descending,
  })

/** The parameters of the address of a list. Invalid values of them are ignored. */
export const parametersOf = (columns: readonly AnyColumn[]) => ({
  filters: Object.fromEntries(columns.flatMap(({ id, filter }) => (filter ? [[id, parseAsString] as const] : []))),
  rows: { sort: sortBy(columns), page: page.withDefault(1), size: parseAsNumberLiteral(pageSizes) },
})

type Parameters = ReturnType<typeof parametersOf>
type Filters = inferParserType<Parameters['filters']>
type Rows = inferParserType<Parameters['rows']>

/** The state of a list with these parameters; `preferredSize` is used if the address names no size. */
export function stateOf(filters: Filters, { sort, page, size }: Rows, preferredSize: number): ListState {
  const set = Object.entries(filters).flatMap(([id, text]) => (text ? [[id, text] as const] : []))
  return { filters: Object.fromEntries(set), sort: sort ?? undefined, page, size: size ?? preferredSize }
}

/** The parameters of a state; null for default values, which are not in the address. */
export const writtenAs = ({ filters, sort, page, size }: ListState, all: Parameters, usualSize: number) => ({
  filters: Object.fromEntries(Object.keys(all.filters).map((id) => [id, filters[id] || null])),
  rows: { sort: sort ?? null, page, size: size === usualSize ? null : size },
})
