import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { RowTableHandle } from '#kit/RowTable.tsx'
import { parseTabularText } from '#lib/tabular-text.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import { InstanceRow, newRow } from './instance-rows.ts'
import { pasteInto } from './paste-rows.ts'
import type { InstanceFilter } from './use-instance-filter.ts'

export type Cell = 'service' | 'metric' | 'remove'

export interface InstanceEdits {
  readonly change: (id: string, part: 'service' | 'metric', text: string) => void
  readonly insertBelow: (id: string) => void
  readonly remove: (id: string) => void
  /** Says whether the text was several cells, and so was taken as rows. */
  readonly paste: (id: string, part: 'service' | 'metric', text: string) => boolean
  readonly blur: () => void
  readonly goTo: (index: number, cell: Cell) => void
  readonly focus: (id: string, cell: Cell) => void
}

interface Options {
  readonly rows: readonly InstanceRow[]
  readonly table: RefObject<RowTableHandle | null>
  readonly onRows: (rows: readonly InstanceRow[]) => void
  readonly onBlur: () => void
  readonly filter: InstanceFilter
}

/** Everything that can be done with the rows. The functions stay the same, so that a row is drawn only when it changes. */
export function useInstanceEdits(options: Options): InstanceEdits {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  return useMemo(() => {
    const placeOf = (id: string) => latest.current.rows.findIndex((row) => row.id === id)
    /** There is always a row to type into. */
    const set = (rows: readonly InstanceRow[]) => latest.current.onRows(rows.length === 0 ? [newRow()] : rows)
    const focus = (id: string, cell: Cell) => {
      const { table, filter } = latest.current
      const reach = () =>
        table.current?.element?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-cell="${cell}"]`)
      table.current?.reveal(filter.shown.findIndex(({ row }) => row.id === id))
      // A row that was out of sight is there a frame later.
      const element = reach()
      if (element) element.focus()
      else requestAnimationFrame(() => requestAnimationFrame(() => reach()?.focus()))
    }
    return {
      focus,
      change(id, part, text) {
        const { rows } = latest.current
        const changed = ({ service, metric }: InstanceRow) =>
          part === 'service' ? new InstanceRow(id, text, metric) : new InstanceRow(id, service, text)
        set(rows.map((row) => (row.id === id ? changed(row) : row)))
      },
      insertBelow(id) {
        const row = newRow()
        const { rows, filter } = latest.current
        flushSync(() => {
          filter.keep(row.id)
          set(rows.toSpliced(placeOf(id) + 1, 0, row))
        })
        focus(row.id, 'service')
      },
      remove(id) {
        const { rows, filter } = latest.current
        const shown = filter.shown.findIndex(({ row }) => row.id === id)
        const next = filter.shown[shown + 1] ?? filter.shown[shown - 1]
        flushSync(() => set(rows.filter((row) => row.id !== id)))
        if (next) focus(next.row.id, 'remove')
      },
      paste(id, part, text) {
        const cells = parseTabularText(text)
        if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return false
        const { rows, filter } = latest.current
        const pasted = pasteInto(rows, placeOf(id), part, cells)
        filter.clear()
        set(pasted.rows)
        tell.success({
          title: `${counted(pasted.added, 'pair')} pasted`,
          lines: [pasted.skipped > 0 ? `${counted(pasted.skipped, 'pair')} left out: there already.` : undefined],
        })
        return true
      },
      blur: () => latest.current.onBlur(),
      goTo(index, cell) {
        const row = latest.current.rows[index]
        if (!row) return
        flushSync(() => latest.current.filter.clear())
        focus(row.id, cell)
      },
    }
  }, [])
}
