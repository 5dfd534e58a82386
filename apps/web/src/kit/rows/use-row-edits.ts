import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { parseTabularText } from '#lib/tabular-text.ts'
import { type NewMessage, tell } from '#ui/messages.ts'
import type { RowTableHandle } from './RowTable.tsx'
import type { EditableRow, RowFilter } from './use-row-filter.ts'

/** What rows of one kind are made of. */
export interface RowShape<Row, Field extends string> {
  /** The cells that are typed into, from left to right. */
  readonly fields: readonly [Field, ...Field[]]
  readonly blank: () => Row
  readonly change: (row: Row, field: Field, text: string) => Row
  /** The rows after `cells` were pasted into a cell of the row at `at`, and what to say about it. */
  readonly paste: (
    rows: readonly Row[],
    at: number,
    field: Field,
    cells: readonly (readonly string[])[],
  ) => { readonly rows: readonly Row[]; readonly told: NewMessage }
}

export interface RowEdits<Field extends string> {
  readonly change: (id: string, field: Field, text: string) => void
  readonly insertBelow: (id: string) => void
  readonly remove: (id: string) => void
  /** Says whether the text was several cells, and so was taken as rows. */
  readonly paste: (id: string, field: Field, text: string) => boolean
  /** To the next cell of the row; behind the last one, to a new row. */
  readonly goOn: (id: string, field: Field) => void
  readonly blur: () => void
  readonly goTo: (index: number, field: Field) => void
}

interface Options<Row, Field extends string> {
  readonly rows: readonly Row[]
  readonly table: RefObject<RowTableHandle | null>
  readonly onRows: (rows: readonly Row[]) => void
  readonly onBlur: () => void
  readonly filter: RowFilter<Row, Field>
}

/**
 * Everything that can be done with the rows of a table; a row is named by its id, so that a search never hits another
 * one. The functions stay the same, so that a row is drawn only when it changes.
 */
export function useRowEdits<Row extends EditableRow<Field>, Field extends string>(
  shape: RowShape<Row, Field>,
  options: Options<Row, Field>,
): RowEdits<Field> {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  return useMemo(() => {
    const [first] = shape.fields
    const placeOf = (id: string) => latest.current.rows.findIndex((row) => row.id === id)
    /** There is always a row to type into. */
    const set = (rows: readonly Row[]) => latest.current.onRows(rows.length === 0 ? [shape.blank()] : rows)
    const focus = (id: string, cell: Field | 'remove') => {
      const { table, filter } = latest.current
      const reach = () =>
        table.current?.element?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-cell="${cell}"]`)
      table.current?.reveal(filter.shown.findIndex(({ row }) => row.id === id))
      const element = reach()
      // A row that was out of sight is there a frame later.
      if (element) element.focus()
      else requestAnimationFrame(() => requestAnimationFrame(() => reach()?.focus()))
    }
    const insertBelow = (id: string) => {
      const row = shape.blank()
      flushSync(() => {
        latest.current.filter.keep(row.id)
        set(latest.current.rows.toSpliced(placeOf(id) + 1, 0, row))
      })
      focus(row.id, first)
    }
    return {
      insertBelow,
      change(id, field, text) {
        set(latest.current.rows.map((row) => (row.id === id ? shape.change(row, field, text) : row)))
      },
      remove(id) {
        const { rows, filter } = latest.current
        const shown = filter.shown.findIndex(({ row }) => row.id === id)
        const next = filter.shown[shown + 1] ?? filter.shown[shown - 1]
        flushSync(() => set(rows.filter((row) => row.id !== id)))
        if (next) focus(next.row.id, 'remove')
      },
      paste(id, field, text) {
        const cells = parseTabularText(text)
        if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return false
        const { rows, filter } = latest.current
        const pasted = shape.paste(rows, placeOf(id), field, cells)
        filter.clear()
        set(pasted.rows)
        tell.success(pasted.told)
        return true
      },
      goOn(id, field) {
        const next = shape.fields[shape.fields.indexOf(field) + 1]
        if (next === undefined) insertBelow(id)
        else focus(id, next)
      },
      blur: () => latest.current.onBlur(),
      goTo(index, field) {
        const row = latest.current.rows[index]
        if (!row) return
        flushSync(() => latest.current.filter.clear())
        focus(row.id, field)
      },
    }
  }, [shape])
}
