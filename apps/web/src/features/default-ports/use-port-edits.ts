import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { RowTableHandle } from '#kit/RowTable.tsx'
import { parseTabularText } from '#lib/tabular-text.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import { isBlank, newRow, PortRow } from './port-rows.ts'
import type { PortFilter } from './use-port-filter.ts'

export type PortField = 'name' | 'value'

export interface PortEdits {
  readonly change: (id: string, field: PortField, text: string) => void
  readonly insertBelow: (id: string) => void
  readonly remove: (id: string) => void
  /** Says whether the text was several cells, and so was taken as rows. */
  readonly paste: (id: string, text: string) => boolean
  readonly blur: () => void
  readonly goTo: (index: number, field: PortField) => void
  readonly focus: (id: string, cell: PortField | 'remove') => void
}

interface Options {
  readonly rows: readonly PortRow[]
  readonly table: RefObject<RowTableHandle | null>
  readonly onRows: (rows: readonly PortRow[]) => void
  readonly onBlur: () => void
  readonly filter: PortFilter
}

/** Everything that can be done with the rows; a row is named by its id, so that a search never hits another one. */
export function usePortEdits(options: Options): PortEdits {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  return useMemo(() => {
    const placeOf = (id: string) => latest.current.rows.findIndex((row) => row.id === id)
    /** There is always a row to type into. */
    const set = (rows: readonly PortRow[]) => latest.current.onRows(rows.length === 0 ? [newRow()] : rows)
    const focus = (id: string, cell: PortField | 'remove') => {
      const { table, filter } = latest.current
      const reach = () =>
        table.current?.element?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-cell="${cell}"]`)
      table.current?.reveal(filter.shown.findIndex(({ row }) => row.id === id))
      const element = reach()
      // A row that was out of sight is there a frame later.
      if (element) element.focus()
      else requestAnimationFrame(() => requestAnimationFrame(() => reach()?.focus()))
    }
    return {
      focus,
      change(id, field, text) {
        const changed = ({ name, value }: PortRow) =>
          field === 'name' ? new PortRow(id, text, value) : new PortRow(id, name, text)
        set(latest.current.rows.map((row) => (row.id === id ? changed(row) : row)))
      },
      insertBelow(id) {
        const row = newRow()
        flushSync(() => {
          latest.current.filter.keep(row.id)
          set(latest.current.rows.toSpliced(placeOf(id) + 1, 0, row))
        })
        focus(row.id, 'name')
      },
      remove(id) {
        const { rows, filter } = latest.current
        const shown = filter.shown.findIndex(({ row }) => row.id === id)
        const next = filter.shown[shown + 1] ?? filter.shown[shown - 1]
        flushSync(() => set(rows.filter((row) => row.id !== id)))
        if (next) focus(next.row.id, 'remove')
      },
      paste(id, text) {
        const cells = parseTabularText(text)
        if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return false
        const { rows, filter } = latest.current
        const place = placeOf(id)
        const pasted = cells.map(([name = '', value = '']) => newRow(name, value))
        const target = rows[place]
        const start = target && isBlank(target) ? place : place + 1
        filter.clear()
        set([...rows.slice(0, start), ...pasted, ...rows.slice(place + 1)])
        tell.success({ title: `${counted(pasted.length, 'port')} pasted`, lines: [] })
        return true
      },
      blur: () => latest.current.onBlur(),
      goTo(index, field) {
        const row = latest.current.rows[index]
        if (!row) return
        flushSync(() => latest.current.filter.clear())
        focus(row.id, field)
      },
    }
  }, [])
}
