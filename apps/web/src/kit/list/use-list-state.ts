import { createSerializer, debounce, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { rememberList } from '#kit/page/list-memory.ts'
import type { HeadColumn } from './columns.tsx'
import { type ListState, parametersOf, stateOf, writtenAs } from './list-address.ts'

const whileTyping = { limitUrlUpdates: debounce(250) }

/**
 * The state of a list, how to change it, and how to write a pending change to the address at once. The state changes
 * immediately; the address follows when typing pauses. An address from elsewhere (Back, a link) replaces the state.
 */
export function useListState(columns: readonly HeadColumn[], usualSize: number, preferredSize: number) {
  const { search, pathname } = useLocation()
  const parameters = useMemo(() => parametersOf(columns), [columns])
  const [filters, setFilters] = useQueryStates(parameters.filters)
  const [rows, setRows] = useQueryStates(parameters.rows)
  const state = useMemo(() => stateOf(filters, rows, preferredSize), [filters, rows, preferredSize])

  const write = (next: ListState, options = {}) => {
    const written = writtenAs(next, parameters, usualSize)
    const filtered = createSerializer(parameters.filters)(search, written.filters)
    const address = createSerializer(parameters.rows)(filtered, written.rows)
    rememberList(pathname, address)
    void setFilters(written.filters, options)
    void setRows(written.rows, options)
    return address
  }
  const flush = () => {
    const address = write(state)
    // At once: a click can open the next page before the library writes, and Back must restore every letter.
    if (window.location.pathname === pathname)
      window.history.replaceState(window.history.state, '', `${pathname}${address}`)
  }
  const change = (changes: Partial<ListState>, isTyping = false) =>
    write({ ...state, page: 1, ...changes }, isTyping ? whileTyping : {})
  return [state, change, flush] as const
}
