import { maxCountedRows } from '@quatrain/contract/kit/paged-list.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { useDebouncedQuery } from '#kit/api/queries.ts'
import { compareNames, counted, inNameOrder } from '#lib/words.ts'
import type { Choice } from '#ui/NativeSelect.tsx'
import { type Column, textsOf } from './columns.tsx'
import type { ListState } from './list-address.ts'

/** The query of all rows: the browser filters, sorts and divides them into pages. */
export interface WholeSource<Row> {
  readonly data: readonly Row[] | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** A list that is too long to be sent whole: the server filters, sorts and counts, and sends one page. */
export interface PagedSource<Row> {
  /** The key under which its pages are cached. */
  readonly queryKey: readonly string[]
  readonly read: (state: ListState, signal: AbortSignal) => Promise<Page<Row>>
  /** Reads all rows that match the filters, for a file; without it the list cannot be downloaded. */
  readonly readAll?: (state: ListState) => Promise<readonly Row[]>
}

interface Page<Row> {
  readonly rows: readonly Row[]
  /** Counted up to `maxCountedRows + 1`. */
  readonly total: number
  /** Why there are no rows, if it is not the filters. */
  readonly notice?: string | undefined
}

/** The rows of a source that a list shows in one state. */
interface ShownRows<Row> extends Omit<WholeSource<Row>, 'data'> {
  /** Of one page; undefined while they are being loaded. */
  readonly rows: readonly Row[] | undefined
  readonly page: number
  readonly pages: number
  /** The number of rows, in words. */
  readonly count: string
  /** There are none without filters either. */
  readonly isEmpty: boolean
  readonly isBusy: boolean
  /** All rows, and those that match the filters, if the browser has them. */
  readonly all: readonly Row[]
  readonly matching: readonly Row[] | undefined
  readonly readAll: (() => Promise<readonly Row[]>) | undefined
  readonly notice?: string | undefined
  /** What the user is told about the shown rows if newer ones could not be loaded. */
  readonly stale?: string
}

interface RowsRequest<Row> {
  readonly columns: readonly Column<Row>[]
  readonly state: ListState
  readonly words: { readonly one: string; readonly many: string }
  readonly isOfSaved: (row: Row) => boolean
}

const noRows: readonly never[] = []

/** The page of all rows. At first it is the one with the row that was just saved. */
export function useWholeRows<Row>(source: WholeSource<Row> | undefined, request: RowsRequest<Row>): ShownRows<Row> {
  const { columns, state, words, isOfSaved } = request
  const { data, ...query } = source ?? { data: undefined, error: null, isFetching: false, refetch: () => undefined }
  const rows = data ?? noRows
  const [atFirst] = useState(state)
  const filters = useDeferredValue(state.filters)
  const filtered = useMemo(() => filterRows(rows, columns, filters), [rows, columns, filters])
  const matching = useMemo(() => sortRows(filtered, columns, state.sort), [filtered, columns, state.sort])
  const savedAt = state === atFirst ? matching.findIndex(isOfSaved) : -1
  const number = savedAt < 0 ? state.page : Math.floor(savedAt / state.size) + 1
  const page = pageOfRows(matching, { page: number, size: state.size })
  const inAll = counted(rows.length, words.one, words.many)
  return {
    ...query,
    ...page,
    matching,
    all: rows,
    rows: data && page.rows,
    count: filtered.length === rows.length ? inAll : `${filtered.length.toLocaleString('en')} of ${inAll}`,
    isEmpty: data?.length === 0,
    isBusy: data === undefined,
    readAll: async () => matching,
    stale: `Shown are the ${inAll} loaded before.`,
  }
}

/** The page that the server sends. */
export function usePagedRows<Row>(source: PagedSource<Row> | undefined, request: RowsRequest<Row>): ShownRows<Row> {
  const { words, state: listState } = request
  const state = useMemo(() => {
    // Other columns need no other rows.
    const { columns: _, ...ofRows } = listState
    return ofRows
  }, [listState])
  const { queryKey = noRows, read = noPage, readAll } = source ?? {}
  const { data, error, isCurrent, isFetching, refetch } = useDebouncedQuery(
    queryKey,
    source && state,
    existingPage(read),
  )
  const total = data?.total ?? 0
  return {
    error,
    isFetching,
    refetch,
    all: noRows,
    matching: undefined,
    notice: data?.notice,
    rows: data?.rows,
    page: isCurrent && data ? data.page : state.page,
    pages: lastPage(total, state.size),
    count:
      total > maxCountedRows
        ? `More than ${counted(maxCountedRows, words.one, words.many)}`
        : counted(total, words.one, words.many),
    isEmpty: data?.total === 0 && Object.keys(state.filters).length === 0 && isCurrent,
    isBusy: !isCurrent,
    readAll: readAll && (() => readAll(state)),
  }
}

const noPage = async () => ({ rows: noRows, total: 0 })

const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(Math.min(total, maxCountedRows) / size))

/** Reads the last page if the requested one is after it: rows have been removed, or the address is wrong. */
const existingPage =
  <Row>(read: PagedSource<Row>['read']) =>
  async (state: ListState, signal: AbortSignal) => {
    const page = await read(state, signal)
    const last = lastPage(page.total, state.size)
    if (state.page <= last) return { ...page, page: state.page }
    return { ...(await read({ ...state, page: last }, signal)), page: last }
  }

/** The rows that match all filters. */
export function filterRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], filters: ListState['filters']) {
  const tests = columns.flatMap((column) => {
    const filterValue = filters[column.id]
    const texts = column.filter && textsOf(column)
    if (!texts || filterValue === undefined || filterValue === '') return []
    if (column.filter?.kind === 'choice') return [(row: Row) => texts(row).includes(filterValue)]
    const part = filterValue.trim().toLowerCase()
    return [(row: Row) => texts(row).some((text) => text.toLowerCase().includes(part))]
  })
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}

/** A copy in the order of names, or of numbers; equal rows keep the order of the server. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: ListState['sort']) {
  const column = columns.find(({ id }) => id === sort?.column)
  const keyOf = column?.sort === true ? column.text : column?.sort
  if (!keyOf || !sort) return rows
  const sign = sort.descending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  keyed.sort((a, b) => sign * compareKeys(a.key, b.key))
  return keyed.map(({ row }) => row)
}

const compareKeys = (left: string | number, right: string | number) =>
  typeof left === 'number' && typeof right === 'number' ? left - right : compareNames(String(left), String(right))

/** The rows of one page, and its number: the last one if there are fewer pages. */
export function pageOfRows<Row>(rows: readonly Row[], { page, size }: Pick<ListState, 'page' | 'size'>) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const actual = Math.min(page, pages)
  const first = (actual - 1) * size
  return { rows: rows.slice(first, first + size), page: actual, pages, first }
}

/** Every value that a filter by choice can be set to. */
export const choicesOf = <Row>(rows: readonly Row[], column: Column<Row>): readonly Choice[] =>
  column.filter?.choices ?? inNameOrder(rows.flatMap(textsOf(column) ?? (() => []))).filter((text) => text !== '')
