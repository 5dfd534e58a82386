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

/** The state in an address. Invalid parts are ignored; `size` is used if the address names none. */
export function readListState(search: string, columns: readonly AnyColumn[], size: number): ListState {
  const query = new URLSearchParams(search)
  const filters = columns.flatMap(({ id, filter }) => {
    const value = filter && query.get(id)
    return value ? [[id, value] as const] : []
  })
  const [, minus, sorted] = /^(-?)(.+)$/.exec(query.get('sort') ?? '') ?? []
  const sortable = columns.some(({ id, sort }) => sort && id === sorted)
  const page = Number(query.get('page'))
  const requestedSize = Number(query.get('size'))
  return {
    filters: Object.fromEntries(filters),
    sort: sortable && sorted !== undefined ? { column: sorted, descending: minus === '-' } : undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.includes(requestedSize) ? requestedSize : size,
  }
}

/** The parameters of an address that are not of its list, such as the day of which a page shows a list. */
const othersIn = (search: string, columns: readonly AnyColumn[]) => {
  const own = new Set(['sort', 'page', 'size', ...columns.map(({ id }) => id)])
  return [...new URLSearchParams(search)].filter(([name]) => !own.has(name))
}

/** The search part of the address of a state, without default values; `search` is the one before. */
export function writeListState(
  { filters, sort, page, size }: ListState,
  usualSize: number,
  { search = '', columns = [] }: { readonly search?: string; readonly columns?: readonly AnyColumn[] } = {},
): string {
  const set = Object.entries(filters).filter(([, value]) => value !== '')
  const query = new URLSearchParams([...othersIn(search, columns), ...set])
  if (sort) query.set('sort', `${sort.descending ? '-' : ''}${sort.column}`)
  if (page > 1) query.set('page', String(page))
  if (size !== usualSize) query.set('size', String(size))
  return query.size === 0 ? '' : `?${query}`
}
