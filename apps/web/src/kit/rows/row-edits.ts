import { flushSync } from 'react-dom'
import { parseTabularText } from '#lib/tabular-text.ts'
import { counted } from '#lib/words.ts'
import { tell } from '#ui/messages.ts'
import type { Field, Row, RowDefinition } from './row-definition.ts'

/** A cell, or a button at the end of a row. */
export type Place<Values> = Field<Values> | 'up' | 'down' | 'remove'

export interface RowEdits<Values> {
  readonly change: (id: string, field: Field<Values>, text: string) => void
  readonly insertBelow: (id: string) => void
  readonly remove: (id: string) => void
  /** One place up (-1) or down (1); the focus stays where it was. */
  readonly move: (id: string, step: -1 | 1, from: Place<Values>) => void
  /** Returns whether the text was several cells, which are inserted as rows. */
  readonly paste: (id: string, field: Field<Values>, text: string) => boolean
  /** Focuses the next cell of the row; after the last one, a cell of a new row. */
  readonly moveToNextCell: (id: string, field: Field<Values>) => void
  readonly blur: () => void
}

/** The list of rows that is edited, and the table that shows it. */
export interface RowsHost<Values> {
  readonly rows: readonly Row<Values>[]
  readonly onRows: (rows: readonly Row<Values>[]) => void
  readonly onBlur: () => void
  /** The ids of the visible rows, in order. */
  readonly visibleIds: readonly string[]
  /** Keeps a new row visible although it does not match the search. */
  readonly keep: (id: string) => void
  readonly clearSearch: () => void
  /** Focuses a cell or button, or the first one of the row. */
  readonly focus: (id: string, place: Place<Values> | undefined) => void
  /** Rows are neither added nor removed. */
  readonly isFixed?: boolean | undefined
  /** Moves a row to the previous or next list, if there is one. */
  readonly moveOut?: (row: Row<Values>, step: -1 | 1, from: Place<Values>) => void
}

/**
 * The operations on the rows of a list, whose latest state `host` returns: they stay the same between renders, so that
 * a row is rendered only when it changes. Rows are identified by their ids, because a search changes their positions.
 */
export function rowEdits<Values>(definition: RowDefinition<Values>, host: () => RowsHost<Values>): RowEdits<Values> {
  const { cells, fields, rowFor, edited, orBlankRow, repeated, isSorted } = definition
  const [firstField] = fields
  const placeOf = (id: string) => host().rows.findIndex((row) => row.id === id)
  const set = (rows: readonly Row<Values>[]) => host().onRows(orBlankRow(rows))
  const insertBelow = (id: string) => {
    const { rows, keep } = host()
    const row = rowFor(rows)
    flushSync(() => {
      keep(row.id)
      set(rows.toSpliced(placeOf(id) + 1, 0, row))
    })
    host().focus(row.id, firstField)
  }
  return {
    insertBelow,
    change(id, field, text) {
      set(host().rows.map((row) => (row.id === id ? edited(row, field, text) : row)))
    },
    remove(id) {
      const { rows, visibleIds } = host()
      const at = visibleIds.indexOf(id)
      const rest = orBlankRow(rows.filter((row) => row.id !== id))
      flushSync(() => set(rest))
      const near = visibleIds[at + 1] ?? visibleIds[at - 1] ?? rest[0]?.id
      if (near !== undefined) host().focus(near, 'remove')
    },
    move(id, step, from) {
      const { rows, moveOut } = host()
      const result = isSorted ? rows : moved(rows, id, step)
      const row = rows[placeOf(id)]
      if (result === rows) return void (row && moveOut?.(row, step, from))
      flushSync(() => set(result))
      host().focus(id, from)
    },
    paste(id, field, text) {
      const lines = parseTabularText(text)
      const isOneColumn = lines.every((line) => line.length < 2)
      if (isOneColumn && (lines.length < 2 || cells[field].kind === 'lines')) return false
      // If pasted further right, all lines would belong to this one row.
      if (repeated === 'replaces' && field !== firstField) return false
      const pasted = pasteRows(definition, host().rows, placeOf(id), field, lines)
      host().clearSearch()
      set(pasted.rows)
      reportPasted(pasted, definition)
      return true
    },
    moveToNextCell(id, field) {
      const { rows, isFixed, focus } = host()
      const next = fields[fields.indexOf(field) + 1]
      if (next !== undefined) focus(id, next)
      else if (!isFixed) insertBelow(id)
      else focus(rows[placeOf(id) + 1]?.id ?? id, firstField)
    },
    blur: () => host().onBlur(),
  }
}

/** The rows with one row moved by one place; unchanged if there is no such place. */
export function moved<R extends { readonly id: string }>(rows: readonly R[], id: string, step: -1 | 1): readonly R[] {
  const from = rows.findIndex((row) => row.id === id)
  const row = rows[from]
  const to = from + step
  if (!row || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

function reportPasted(
  { added, changed, skipped }: Readonly<Record<'added' | 'changed' | 'skipped', number>>,
  { one, many }: { readonly one: string; readonly many: string },
) {
  const lines = [
    changed > 0 ? `${counted(changed, one, many)} changed.` : undefined,
    skipped > 0 ? `${counted(skipped, one, many)} skipped: they exist already.` : undefined,
  ]
  tell.success({ title: `${counted(added, one, many)} pasted`, lines })
}

/**
 * Inserts pasted cells below the row where they were pasted, or replaces it if it is blank from there on. They start at
 * the column where they were pasted, or further left if they would not fit. Cells to the left of them are copied to
 * every pasted row. A line of headings is skipped.
 */
export function pasteRows<Values>(
  definition: RowDefinition<Values>,
  rows: readonly Row<Values>[],
  at: number,
  field: Field<Values>,
  lines: readonly (readonly string[])[],
) {
  const { cells, fields, newRow, edited, isBlank } = definition
  const target = rows[at] ?? newRow()
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0)
  const start = Math.max(0, Math.min(fields.indexOf(field), fields.length - width))
  const right = fields.slice(start)
  const valuesToTheLeft = Object.fromEntries(
    fields.slice(0, start).map((name) => [name, target[name]]),
  ) as Partial<Values>
  const isHeading = (line: readonly string[]) => right.every((name, place) => cells[name].isHeading(line[place] ?? ''))
  /** A row with the cells of a line; missing cells are unchanged. */
  const fill = (row: Row<Values>, line: readonly string[]) =>
    right.slice(0, line.length).reduce((row, name, place) => edited(row, name, line[place] ?? ''), row)
  const pastedRows = lines
    .filter((line) => !isHeading(line))
    .map((line) => ({ row: fill(newRow(valuesToTheLeft), line), onto: (row: Row<Values>) => fill(row, line) }))
  const { added, replaced, skipped } = withoutRepeated(definition, rows, pastedRows)
  const isReplaced = isBlank(target) || right.every((name) => cells[name].isBlank(target[name]))
  const before = rows.slice(0, isReplaced ? at : at + 1)
  const after = rows.slice(at + 1)
  return {
    rows: [...before, ...added, ...after].map((row) => replaced.get(row.id) ?? row),
    added: added.length,
    /** Existing rows with other values now. */
    changed: replaced.size,
    /** Rows that exist already, or that were pasted twice. */
    skipped,
  }
}

interface PastedRow<Values> {
  readonly row: Row<Values>
  /** A row and its pasted values. */
  readonly onto: (row: Row<Values>) => Row<Values>
}

/** Pasted rows by their result: the definition decides what happens to existing identities. */
function withoutRepeated<Values>(
  { repeated, identityOf, isBlank, fields, cells }: RowDefinition<Values>,
  rows: readonly Row<Values>[],
  pastedRows: readonly PastedRow<Values>[],
) {
  const present = new Map(rows.filter((row) => !isBlank(row)).map((row) => [identityOf(row), row]))
  const added = new Map<string, Row<Values>>()
  const replaced = new Map<string, Row<Values>>()
  let skipped = 0
  for (const { row, onto } of pastedRows) {
    const identity = identityOf(row)
    const before = present.get(identity)
    const twin = added.get(identity)
    const isWhole = fields.every((name) => !cells[name].isBlank(row[name]))
    if (repeated === 'replaces' && before) replaced.set(before.id, onto(replaced.get(before.id) ?? before))
    else if (repeated === 'replaces' && twin) added.set(identity, onto(twin))
    else if (repeated === 'skipped' && isWhole && (before || twin)) skipped += 1
    else added.set(twin ? row.id : identity, row)
  }
  return { added: [...added.values()], replaced, skipped }
}
