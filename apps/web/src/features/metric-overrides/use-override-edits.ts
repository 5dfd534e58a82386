import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { RowTableHandle } from '#kit/RowTable.tsx'
import { parseTabularText } from '#lib/tabular-text.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import { newRow, type OverrideCell, type OverrideRow, type OverrideTable, orBlankRow } from './override-rows.ts'
import { pasteInto } from './paste-rows.ts'

export interface OverrideEdits {
  readonly change: (id: string, cell: OverrideCell, text: string) => void
  readonly insertBelow: (id: string) => void
  readonly remove: (id: string) => void
  /** Says whether the text was several cells, and so was taken as rows. */
  readonly paste: (id: string, cell: OverrideCell, text: string) => boolean
  readonly blur: () => void
  readonly goTo: (index: number, cell: OverrideCell) => void
  /** To the next cell of the row; from the last one, to a new row. */
  readonly goOn: (id: string, cell: OverrideCell) => void
}

interface Options {
  readonly definition: OverrideTable
  readonly rows: readonly OverrideRow[]
  readonly table: RefObject<RowTableHandle | null>
  readonly onRows: (rows: readonly OverrideRow[]) => void
  readonly onBlur: () => void
}

/** Everything that can be done with the rows. The functions stay the same, so that a row is drawn only when it changes. */
export function useOverrideEdits(options: Options): OverrideEdits {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  return useMemo(() => {
    const placeOf = (id: string) => latest.current.rows.findIndex((row) => row.id === id)
    const set = (rows: readonly OverrideRow[]) => latest.current.onRows(orBlankRow(rows))
    const focus = (id: string, cell: OverrideCell | 'remove') => {
      const { table } = latest.current
      const reach = () =>
        table.current?.element?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-cell="${cell}"]`)
      table.current?.reveal(placeOf(id))
      const element = reach()
      // A row that was out of sight is there a frame later.
      if (element) element.focus()
      else requestAnimationFrame(() => requestAnimationFrame(() => reach()?.focus()))
    }
    const firstCell = () => latest.current.definition.cells[0] ?? 'value'
    const insertBelow = (id: string) => {
      const row = newRow()
      flushSync(() => set(latest.current.rows.toSpliced(placeOf(id) + 1, 0, row)))
      focus(row.id, firstCell())
    }
    return {
      insertBelow,
      change: (id, cell, text) =>
        set(latest.current.rows.map((row) => (row.id === id ? row.with({ [cell]: text }) : row))),
      remove(id) {
        const { rows } = latest.current
        const next = rows[placeOf(id) + 1] ?? rows[placeOf(id) - 1]
        flushSync(() => set(rows.filter((row) => row.id !== id)))
        const near = next ?? latest.current.rows[0]
        if (near) focus(near.id, 'remove')
      },
      paste(id, cell, text) {
        const cells = parseTabularText(text)
        if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return false
        const { rows, definition } = latest.current
        const pasted = pasteInto(rows, id, cell, definition.cells, cells)
        set(pasted.rows)
        tell.success({ title: `${counted(pasted.added, definition.one)} pasted`, lines: [] })
        return true
      },
      blur: () => latest.current.onBlur(),
      goTo(index, cell) {
        const row = latest.current.rows[index]
        if (row) focus(row.id, cell)
      },
      goOn(id, cell) {
        const { cells } = latest.current.definition
        const next = cells[cells.indexOf(cell) + 1]
        if (next) focus(id, next)
        else insertBelow(id)
      },
    }
  }, [])
}
