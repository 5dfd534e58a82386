import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'
import { rememberList } from '#kit/page/list-memory.ts'
import type { HeadColumn } from './columns.tsx'
import { type ListState, readListState, writeListState } from './list-address.ts'

const typingPauseMs = 250

/**
 * The state of a list, how to change it, and how to write a pending change to the address at once. The state changes
 * immediately; the address follows when typing pauses. An address from elsewhere (Back, a link) replaces the state.
 */
export function useListState(columns: readonly HeadColumn[], usualSize: number, preferredSize: number) {
  const { search, pathname, state: navigationState } = useLocation()
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  const isLeaving = useNavigation().location !== undefined
  const [state, setState] = useState(() => readListState(search, columns, preferredSize))
  const [lastSearch, setLastSearch] = useState(search)
  if (search !== lastSearch) {
    setLastSearch(search)
    if (navigationType !== 'REPLACE') setState(readListState(search, columns, preferredSize))
  }

  // A saved row stays marked, and its save can still be undone, because the state of the navigation is kept.
  const writeAddress = useDebouncedCallback((search: string) => {
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true, state: navigationState })
  }, typingPauseMs)
  // Writing now would cancel the navigation to the next page.
  useEffect(() => {
    if (isLeaving) writeAddress.cancel()
  }, [isLeaving, writeAddress])

  const change = (changes: Partial<ListState>, isTyping = false) => {
    const next = { ...state, page: 1, ...changes }
    setState(next)
    const written = writeListState(next, usualSize, { search, columns })
    rememberList(pathname, written)
    writeAddress(written)
    if (!isTyping) writeAddress.flush()
  }
  return [state, change, () => writeAddress.flush()] as const
}
