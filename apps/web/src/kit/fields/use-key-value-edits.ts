import { type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { parseTabularText } from '#lib/tabular-text.ts'
import { type KeyValueRow, moved, newKeyValueRow, orBlankRow, pasteInto } from './key-value-rows.ts'

export type KeyValueCell = 'key' | 'value' | 'up' | 'down' | 'remove'

/** Everything that can be done with the rows of a table of keys and values. */
export interface KeyValueEdits {
  /** Where the rows are on the page. */
  readonly body: RefObject<HTMLTableSectionElement | null>
  readonly change: (id: string, changes: { readonly key?: string; readonly value?: string }) => void
  readonly insertBelow: (id: string) => void
  readonly remove: (id: string) => void
  readonly move: (id: string, step: -1 | 1, from: KeyValueCell) => void
  /** Says whether the text was several cells, and so was taken as rows. */
  readonly paste: (id: string, text: string) => boolean
  readonly focus: (id: string, cell: KeyValueCell) => void
}

export function useKeyValueEdits(
  rows: readonly KeyValueRow[],
  onRows: (rows: readonly KeyValueRow[]) => void,
): KeyValueEdits {
  const body = useRef<HTMLTableSectionElement>(null)
  const set = (next: readonly KeyValueRow[]) => onRows(orBlankRow(next))
  const focus = (id: string, cell: KeyValueCell) => {
    const row = body.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
    const wanted = row?.querySelector<HTMLElement>(`[data-cell="${cell}"]:not(:disabled)`)
    const other = row?.querySelector<HTMLElement>('[data-cell]:not(:disabled)')
    ;(wanted ?? other)?.focus()
  }
  return {
    body,
    focus,
    change: (id, changes) => set(rows.map((row) => (row.id === id ? { ...row, ...changes } : row))),
    insertBelow(id) {
      const row = newKeyValueRow()
      const at = rows.findIndex((row) => row.id === id)
      flushSync(() => set(rows.toSpliced(at + 1, 0, row)))
      focus(row.id, 'key')
    },
    remove(id) {
      const at = rows.findIndex((row) => row.id === id)
      const next = orBlankRow(rows.filter((row) => row.id !== id))
      flushSync(() => set(next))
      const near = next[at] ?? next[at - 1]
      if (near) focus(near.id, 'remove')
    },
    move(id, step, from) {
      flushSync(() => set(moved(rows, id, step)))
      focus(id, from)
    },
    paste(id, text) {
      const cells = parseTabularText(text)
      if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return false
      set(pasteInto(rows, id, cells))
      return true
    },
  }
}
