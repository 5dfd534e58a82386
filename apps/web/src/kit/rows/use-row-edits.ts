import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { parseTabularText } from '#lib/tabular-text.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import { type Pasted, pasteRows } from './paste-rows.ts'
import type { RowTableHandle } from './RowTable.tsx'
import type { Field, Row, RowDefinition } from './row-definition.ts'
import type { RowFilter } from './use-row-filter.ts'

/** A cell, or a button at the end of a row. */
export type Place<Values> = Field<Values> | 'up' | 'down' | 'remove'

export interface RowEdits<Values> {
  readonly change: (id: string, field: Field<Values>, text: string) => void
  readonly insertBelow: (id: string) => void
  readonly remove: (id: string) => void
  /** One place up (-1) or down (1); the focus stays where it was. */
  readonly move: (id: string, step: -1 | 1, from: Place<Values>) => void
  /** Says whether the text was several cells, and so was taken as rows. */
  readonly paste: (id: string, field: Field<Values>, text: string) => boolean
  /** To the next cell of the row; behind the last one, to a new row. */
  readonly moveToNextCell: (id: string, field: Field<Values>) => void
  readonly blur: () => void
  readonly goTo: (index: number, field: Field<Values>) => void
}

interface Options<Values> {
  readonly rows: readonly Row<Values>[]
  readonly table: RefObject<RowTableHandle | null>
  readonly onRows: (rows: readonly Row<Values>[]) => void
  readonly onBlur: () => void
  readonly filter: RowFilter<Values>
  /** Rows are neither added nor removed. */
  readonly isFixed: boolean
}

/**
 * Everything that can be done with the rows of a table; a row is named by its id, so that a search never hits another
 * one. The functions stay the same, so that a row is drawn only when it changes.
 */
export function useRowEdits<Values extends object>(
  definition: RowDefinition<Values>,
  options: Options<Values>,
): RowEdits<Values> {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  return useMemo(() => {
    const { fields, newRow, edited, orBlankRow, repeated } = definition
    const [first] = fields
    const placeOf = (id: string) => latest.current.rows.findIndex((row) => row.id === id)
    const set = (rows: readonly Row<Values>[]) => latest.current.onRows(orBlankRow(rows))
    const focus = (id: string, place: Place<Values> | undefined) => {
      const { table, filter } = latest.current
      const find = () => {
        const row = table.current?.element?.querySelector(`[data-row="${CSS.escape(id)}"]`)
        const wanted = row?.querySelector<HTMLElement>(`[data-cell="${place}"]:not(:disabled)`)
        return wanted ?? row?.querySelector<HTMLElement>('[data-cell]:not(:disabled)')
      }
      table.current?.reveal(filter.shown.findIndex(({ row }) => row.id === id))
      const element = find()
      // A row that was out of view is rendered one frame later.
      if (element) element.focus()
      else requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
    }
    const insertBelow = (id: string) => {
      const row = newRow()
      flushSync(() => {
        latest.current.filter.keep(row.id)
        set(latest.current.rows.toSpliced(placeOf(id) + 1, 0, row))
      })
      focus(row.id, first)
    }
    return {
      insertBelow,
      change(id, field, text) {
        set(latest.current.rows.map((row) => (row.id === id ? edited(row, field, text) : row)))
      },
      remove(id) {
        const { rows, filter } = latest.current
        const shown = filter.shown.findIndex(({ row }) => row.id === id)
        const next = filter.shown[shown + 1] ?? filter.shown[shown - 1]
        const others = orBlankRow(rows.filter((row) => row.id !== id))
        flushSync(() => latest.current.onRows(others))
        const near = next?.row.id ?? others[0]?.id
        if (near !== undefined) focus(near, 'remove')
      },
      move(id, step, from) {
        flushSync(() => latest.current.onRows(moved(latest.current.rows, id, step)))
        focus(id, from)
      },
      paste(id, field, text) {
        const lines = parseTabularText(text)
        if (lines.length < 2 && (lines[0]?.length ?? 0) < 2) return false
        // Further right they would all belong to this one row.
        if (repeated === 'replaces' && field !== first) return false
        const { rows, filter } = latest.current
        const pasted = pasteRows(definition, rows, placeOf(id), field, lines)
        filter.clear()
        set(pasted.rows)
        reportPasted(pasted, definition)
        return true
      },
      moveToNextCell(id, field) {
        const next = fields[fields.indexOf(field) + 1]
        const { isFixed, rows } = latest.current
        if (next !== undefined) focus(id, next)
        else if (!isFixed) insertBelow(id)
        else focus(rows[placeOf(id) + 1]?.id ?? id, first)
      },
      blur: () => latest.current.onBlur(),
      goTo(index, field) {
        const row = latest.current.rows[index]
        if (!row) return
        flushSync(() => latest.current.filter.clear())
        focus(row.id, field)
      },
    }
  }, [definition])
}

/** A row moved by one place; the same rows where there is no such place. */
export function moved<R extends { readonly id: string }>(rows: readonly R[], id: string, step: -1 | 1): readonly R[] {
  const from = rows.findIndex((row) => row.id === id)
  const row = rows[from]
  const to = from + step
  if (!row || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

function reportPasted(
  { added, changed, skipped }: Pick<Pasted<unknown>, 'added' | 'changed' | 'skipped'>,
  { one, many }: { readonly one: string; readonly many: string },
) {
  const lines = [
    changed > 0 ? `${counted(changed, one, many)} changed.` : undefined,
    skipped > 0 ? `${counted(skipped, one, many)} left out: there already.` : undefined,
  ]
  tell.success({ title: `${counted(added, one, many)} pasted`, lines })
}
