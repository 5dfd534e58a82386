import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { typingPauseMs } from '#kit/api/queries.ts'
import { rememberList } from '#kit/page/visits.ts'
import type { Column } from './columns.tsx'

/** The state of a list. It is stored in the address, so that it can be shared and restored. */
export interface ListState {
  readonly filters: Readonly<Record<string, string>>
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined
  readonly page: number
  readonly size: number
  /** The ids of the columns that are shown, in order; without them all are. */
  readonly columns?: readonly string[] | undefined
}

export const pageSizes: readonly number[] = [5, 10, 15, 20, 30, 50, 100]

/** What stands above and below the rows of a list. */
const otherHeight = 330

const onResize = (read: () => void) => {
  window.addEventListener('resize', read)
  return () => window.removeEventListener('resize', read)
}

/** The number of rows that the window has room for, and at least the usual one of the list. */
export const useFittingSize = (usualSize: number, isCompact: boolean): number =>
  useSyncExternalStore(onResize, () => {
    const room = (window.innerHeight - otherHeight) / (isCompact ? 34 : 49)
    return Math.max(usualSize, pageSizes.findLast((size) => size <= room) ?? 0)
  })

type AnyColumn = Pick<Column<never>, 'id' | 'sort' | 'filter'>

/** The state in an address. Invalid parts are ignored; `size` and `shownIds` are used if the address names none. */
export function readListState(
  search: string,
  columns: readonly AnyColumn[],
  size: number,
  shownIds?: readonly string[],
): ListState {
  const query = new URLSearchParams(search)
  const filters = columns.flatMap(({ id, filter }) => {
    const value = filter && query.get(id)
    return value ? [[id, value] as const] : []
  })
  const [, minus, sorted] = /^(-?)(.+)$/.exec(query.get('sort') ?? '') ?? []
  const column = columns.find(({ id, sort }) => sort && id === sorted)
  const page = Number(query.get('page'))
  const requestedSize = Number(query.get('size'))
  return {
    filters: Object.fromEntries(filters),
    sort: column && { column: column.id, descending: minus === '-' },
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.includes(requestedSize) ? requestedSize : size,
    columns: query.get('columns')?.split(',') ?? shownIds,
  }
}

/** The search part of the address of a state, without default values. Other parameters of `search` are kept. */
export function writeListState(
  { filters, sort, page, size, columns: shownIds = [] }: ListState,
  usualSize: number,
  search: string,
  columns: readonly AnyColumn[],
): string {
  const query = new URLSearchParams(search)
  const put = (name: string, value: string) => {
    query.delete(name)
    if (value !== '') query.append(name, value)
  }
  for (const { id, filter } of columns) if (filter) put(id, filters[id] ?? '')
  put('columns', shownIds.join())
  put('sort', sort ? `${sort.descending ? '-' : ''}${sort.column}` : '')
  put('page', page > 1 ? String(page) : '')
  put('size', size === usualSize ? '' : String(size))
  return query.size === 0 ? '' : `?${query}`
}

/** The address of a list, ahead of that of the router while the user types. */
interface Ahead {
  readonly address: string
  /** The keys of the locations at which the user typed, which the list replaces, and the addresses with which it did so. */
  readonly replacedKeys: readonly string[]
  readonly written: readonly string[]
}

const nothingAhead: Ahead = { address: '', replacedKeys: [], written: [] }

/**
 * The state of a list, how to change it, and how to write a pending change to the address at once. The state changes
 * immediately; the address follows when typing pauses. An address from elsewhere (Back, a link) replaces the state. A list that is opened
 * without a state has that of `firstSearch`.
 */
export function useListState(
  columns: readonly AnyColumn[],
  usualSize: number,
  preferredSize: number,
  preferredIds?: readonly string[],
  firstSearch = '',
) {
  const location = useLocation()
  const { search, pathname } = location
  const navigate = useNavigate()
  const isLeaving = useNavigation().location !== undefined
  // Compared, not stored: a letter can interrupt the rendering at a new address, and what that has stored would then be lost or wrong.
  const [stored, setAhead] = useState(() => {
    const first = writeListState(readListState(firstSearch, columns, usualSize), usualSize, '', columns)
    return search === '' ? { ...nothingAhead, address: first, replacedKeys: [location.key] } : nothingAhead
  })
  const isOwn = stored.replacedKeys.includes(location.key) || stored.written.includes(search)
  const ahead = isOwn ? stored : { ...nothingAhead, address: search }
  const { address, written } = ahead
  const state = useMemo(
    () => readListState(address, columns, preferredSize, preferredIds),
    [address, columns, preferredSize, preferredIds],
  )
  const isPending = address !== search && written.at(-1) !== address

  const replacedKeys = [...ahead.replacedKeys, location.key]
  const write = (address: string) => {
    setAhead({ address, replacedKeys, written: [...written, address] })
    // A saved row stays marked, and its save can still be undone, because the state of the navigation is kept.
    const options = { replace: true, preventScrollReset: true, state: location.state }
    void navigate({ ...location, search: address }, options)
  }
  const flush = () => {
    if (!isPending || window.location.pathname !== pathname) return
    // At once: a click can open the next page before the router writes, and Back must restore every letter.
    window.history.replaceState(window.history.state, '', `${pathname}${address}`)
    // A navigation would cancel the one to the next page.
    if (!isLeaving) write(address)
  }
  const onPause = useEffectEvent(flush)
  useEffect(() => {
    rememberList(pathname, address)
    if (!isPending) return
    const timer = setTimeout(onPause, typingPauseMs)
    return () => clearTimeout(timer)
  }, [pathname, address, isPending])

  const change = (changes: Partial<ListState>, isTyping = false) => {
    const next = writeListState({ ...state, page: 1, ...changes }, usualSize, address, columns)
    // A letter that is typed before the last change is rendered adds to that.
    if (isTyping) setAhead((now) => ({ ...(now === stored ? { replacedKeys, written } : now), address: next }))
    else write(next)
  }
  return [state, change, flush] as const
}
