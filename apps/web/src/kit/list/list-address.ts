import type { HeadColumn } from './columns.tsx'

/** How a list is looked at: all of it stands in the address, so that it can be sent, kept and gone back to. */
export interface ListState {
  readonly filters: Readonly<Record<string, string>>
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined
  readonly page: number
  readonly size: number
}

export const pageSizes: readonly number[] = [5, 10, 15, 20, 30, 50, 100]

type AnyColumn = Pick<HeadColumn, 'id' | 'sort' | 'filter'>

/** What an address says; whatever makes no sense in it is ignored. */
export function readListState(search: string, columns: readonly AnyColumn[], size: number): ListState {
  const query = new URLSearchParams(search)
  const filters = columns.flatMap(({ id, filter }) => {
    const wanted = filter && query.get(id)
    return wanted ? [[id, wanted] as const] : []
  })
  const [, minus, sorted] = /^(-?)(.+)$/.exec(query.get('sort') ?? '') ?? []
  const sortable = columns.some(({ id, sort }) => sort && id === sorted)
  const page = Number(query.get('page'))
  const asked = Number(query.get('size'))
  return {
    filters: Object.fromEntries(filters),
    sort: sortable && sorted !== undefined ? { column: sorted, descending: minus === '-' } : undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.includes(asked) ? asked : size,
  }
}

/** The same as an address; what is as it always is stays out of it. */
export function writeListState({ filters, sort, page, size }: ListState, usualSize: number): string {
  const query = new URLSearchParams()
  for (const [id, wanted] of Object.entries(filters)) {
    if (wanted !== '') query.set(id, wanted)
  }
  if (sort) query.set('sort', `${sort.descending ? '-' : ''}${sort.column}`)
  if (page > 1) query.set('page', String(page))
  if (size !== usualSize) query.set('size', String(size))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
