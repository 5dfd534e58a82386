import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { get, useController, useFormContext, useFormState } from 'react-hook-form'
import { useProblem } from '#kit/fields/fields.tsx'
import { problemsToFocus } from '#kit/fields/problems.ts'
import type { Field, Row, RowDefinition, RowState } from '#kit/rows/row-definition.ts'
import { type RowsHost, rowEdits } from '#kit/rows/row-edits.ts'
import { firstProblem, problemsAt } from '#kit/rows/row-rules.ts'
import type { RowTableHandle } from './RowTable.tsx'

/** Connects rows to a field of the form. */
export interface RowFieldOptions<Values> {
  /** The field of the form with the rows. */
  readonly name: string
  readonly definition: RowDefinition<Values>
  /** The stored rows, with which the current ones are compared. */
  readonly stored: readonly Row<Values>[]
  /** Whether nothing is stored yet, so that rows are not marked as new. By default derived from the rows. */
  readonly isNew?: boolean
}

interface Options<Values> extends RowFieldOptions<Values> {
  /** Rows are neither added nor removed. */
  readonly isFixed?: boolean | undefined
  readonly initialSearch?: Searches<Values>
  /** The number of rows on a page; all of them if it is undefined. */
  readonly pageSize?: number | undefined
}

/** Rows as a field of the form: the rows, the operations on them, and their errors. */
export function useRowField<Values>(options: Options<Values>) {
  const { definition, isFixed, initialSearch, pageSize } = options
  const table = useRef<RowTableHandle>(null)
  const field = useRowsInForm(options, (errors) => {
    const index = firstProblem(errors)
    const row = field.rows[index]
    if (!row) return
    const cells = problemsAt(errors, index)?.cells
    flushSync(() => {
      filter.clear()
      filter.onPage(row.id)
    })
    const name = definition.fields.find((name) => cells?.[name] !== undefined)
    focusCell(table, row.id, index, name)
  })
  const filter = useRowFilter(definition, field.rows, initialSearch, pageSize)
  const visibleIds = filter.visibleRows.map(({ row }) => row.id)
  const host = useLatest<RowsHost<Values>>({
    ...field,
    visibleIds,
    keep: filter.keep,
    clearSearch: filter.clear,
    focus(id, place) {
      if (!visibleIds.includes(id)) flushSync(() => filter.onPage(id))
      focusCell(table, id, host.current.visibleIds.indexOf(id), place)
    },
    isFixed,
  })
  const edits = useMemo(() => rowEdits(definition, () => host.current), [definition, host])
  return { ...field, table, filter, edits }
}

/**
 * The rows of a field, their errors and their changes. `onFocus` gets the errors of the rows when
 * the form focuses its first field with an error.
 */
export function useRowsInForm<Values>(
  { name, definition, stored, ...options }: RowFieldOptions<Values>,
  onFocus: (errors: unknown) => void,
) {
  const { field } = useController<Record<string, readonly Row<Values>[]>>({ name })
  const { control, getFieldState } = useFormContext()
  // The controller is not notified of errors that are set in a cell.
  const { errors } = useFormState({ control, name })
  /** That of the list as a whole. */
  const problem = useProblem(name)
  const storedById = useMemo(() => definition.byId(stored), [definition, stored])
  const isNew = options.isNew ?? stored.every(definition.isBlank)
  useImperativeHandle(field.ref, () => ({
    focus: () => onFocus(problemsToFocus(control, name, getFieldState(name).error)),
  }))
  return {
    rows: field.value,
    onRows: (rows: readonly Row<Values>[]) => field.onChange(rows),
    onBlur: field.onBlur,
    problem,
    problemsAt: (index: number) => problemsAt(get(errors, name), index),
    storedById,
    /** Undefined for a blank row, and if rows are not marked. */
    stateOf: (row: Row<Values>): RowState | undefined =>
      isNew || definition.isBlank(row) ? undefined : definition.stateOf(row, storedById),
  }
}

/** The latest value, for functions that stay the same between renders. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/**
 * Focuses a cell or button of a row, or the first one that can have the focus. The row is named by its key in the table,
 * and its index brings it into view.
 */
export function focusCell(
  table: RefObject<RowTableHandle | null>,
  key: string,
  index: number,
  place: string | undefined,
): void {
  const find = () => {
    const row = table.current?.element?.querySelector(`[data-row="${CSS.escape(key)}"]`)
    const control = row?.querySelector<HTMLElement>(`[data-cell="${place}"]:not(:disabled)`)
    return control ?? row?.querySelector<HTMLElement>('[data-cell]:not(:disabled)')
  }
  table.current?.reveal(index)
  const element = find()
  // A row that was out of view is rendered one frame later.
  if (element) element.focus()
  else requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
}

/** The search texts by column. */
export type Searches<Values> = { readonly [Name in Field<Values>]?: string }

/** The rows of a table that are visible. Hidden rows are validated and saved too. */
export type RowFilter<Values> = ReturnType<typeof useRowFilter<Values>>

const noIds: ReadonlySet<string> = new Set()

/** The search and the pages of a table of rows. Without a size all rows are on one page. */
export function useRowFilter<Values>(
  definition: RowDefinition<Values>,
  rows: readonly Row<Values>[],
  initial: Searches<Values> = {},
  size = Number.POSITIVE_INFINITY,
) {
  const [texts, setTexts] = useState(initial)
  const [keptIds, setKeptIds] = useState(noIds)
  const [place, setPlace] = useState<number | string>(1)
  const matching = useMemo(() => {
    const placed = rows.map((row, index) => ({ row, index }))
    const searches = searchesIn(definition, texts)
    if (searches.length === 0) return placed
    const { cells } = definition
    const matches = (row: Row<Values>) =>
      searches.every(([name, text]) => cells[name].toText(row[name]).toLowerCase().includes(text))
    return placed.filter(({ row }) => keptIds.has(row.id) || matches(row))
  }, [definition, rows, texts, keptIds])
  const pages = Math.max(1, Math.ceil(matching.length / size))
  const pageOf = (id: string) => {
    const index = matching.findIndex(({ row }) => row.id === id)
    return Math.floor(Math.max(0, index) / size) + 1
  }
  const page = Math.min(typeof place === 'string' ? pageOf(place) : place, pages)
  return {
    texts,
    page,
    pages,
    /** Opens a page by its number, or the one of a row by its id, wherever it moves. */
    onPage: (place: number | string) => setPlace(place),
    /** The number of rows that match all searches, on all pages. */
    matching: matching.length,
    /** Those of one page, with their places in the whole list. */
    visibleRows: pages === 1 ? matching : matching.slice((page - 1) * size, page * size),
    isOn: searchesIn(definition, texts).length > 0,
    search(field: Field<Values>, text: string) {
      setPlace(1)
      setKeptIds(noIds)
      setTexts((texts) => ({ ...texts, [field]: text }))
    },
    /** Keeps a new row visible although it does not match. */
    keep: (id: string) => setKeptIds((ids) => new Set([...ids, id])),
    clear() {
      setKeptIds(noIds)
      setTexts({})
    },
  }
}

const searchesIn = <Values>({ visibleCells }: RowDefinition<Values>, texts: Searches<Values>) =>
  visibleCells
    .map((name) => [name, (texts[name] ?? '').trim().toLowerCase()] as const)
    .filter(([, text]) => text !== '')
