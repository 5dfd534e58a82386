import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'
import { rememberList } from '#kit/page/list-memory.ts'
import type { HeadColumn } from './columns.tsx'
import { type ListState, readListState, writeListState } from './list-address.ts'

const typingPause = 250

/**
 * The state of a list. It changes at once, while the address follows typing after a pause, since a text box cannot
 * wait for it; an address that somebody else sets (Back, a link) is taken over.
 */
export function useListState(columns: readonly HeadColumn[], usualSize: number, wantedSize: number) {
  const { search, pathname, state: carried } = useLocation()
  const navigate = useNavigate()
  const how = useNavigationType()
  const [state, setState] = useState(() => readListState(search, columns, wantedSize))
  const [seen, setSeen] = useState(search)
  const pause = useRef({ timer: 0, write: () => {} })
  const isLeaving = useNavigation().location !== undefined
  // A list that is being left, or is gone, may not change the address of the page that comes after it.
  useEffect(() => {
    const { current } = pause
    const forget = () => {
      clearTimeout(current.timer)
      current.write = () => {}
    }
    if (isLeaving) forget()
    return forget
  }, [isLeaving])

  if (search !== seen) {
    setSeen(search)
    if (how !== 'REPLACE') setState(readListState(search, columns, wantedSize))
  }

  const change = (changes: Partial<ListState>, isTyping = false) => {
    const next = { ...state, page: 1, ...changes }
    setState(next)
    const written = writeListState(next, usualSize)
    rememberList(pathname, written)
    const { current } = pause
    clearTimeout(current.timer)
    current.write = () => {
      clearTimeout(current.timer)
      current.write = () => {}
      // What was just saved is still marked, and can still be undone.
      void navigate({ pathname, search: written }, { replace: true, preventScrollReset: true, state: carried })
    }
    if (isTyping) current.timer = window.setTimeout(() => current.write(), typingPause)
    else current.write()
  }
  /** Whoever goes on to something else has typed all they wanted: the address follows before it can be left. */
  const settle = () => pause.current.write()
  return [state, change, settle] as const
}
