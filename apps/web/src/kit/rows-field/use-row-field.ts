import { type RefObject, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { RowTableHandle } from '#kit/row-table/RowTable.tsx'
import { type RowEdits, rowEdits } from '#kit/rows/row-edits.ts'
import { firstProblem, problemsAt, type RowProblems } from '#kit/rows/row-problems.ts'
import { focusCell } from './focus-cell.ts'
import { type PagedRows, type Paging, usePagedRows } from './use-paged-rows.ts'
import { type Searches, useRowFilter } from './use-row-filter.ts'
import { type RowFieldOptions, type RowsInForm, useLatest, useRowsInForm } from './use-rows-in-form.ts'

interface Options<Values> extends RowFieldOptions<Values> {
  /** Rows are neither added nor removed. */
  readonly isFixed?: boolean
  readonly initialSearch?: Searches<Values>
  readonly paging?: Paging | undefined
}

export interface RowField<Values> extends Pick<RowsInForm<Values>, 'rows' | 'problem' | 'stateOf'> {
  readonly table: RefObject<RowTableHandle | null>
  readonly filter: PagedRows<Values>
  readonly edits: RowEdits<Values>
  readonly problemsAt: (index: number) => RowProblems | undefined
}

/** Rows as a field of the form: the rows, the operations on them, and their errors. */
export function useRowField<Values extends object>(options: Options<Values>): RowField<Values> {
  const { definition, isFixed = false, initialSearch, paging } = options
  const table = useRef<RowTableHandle>(null)
  const field = useRowsInForm(options, (errors) => {
    const index = firstProblem(errors)
    const row = field.rows[index]
    if (!row) return
    const cells = problemsAt(errors, index)?.cells
    flushSync(() => {
      filter.clear()
      filter.open(row.id)
    })
    focusCell(
      table,
      row.id,
      index,
      definition.fields.find((name) => cells?.[name] !== undefined),
    )
  })
  const { rows, problem, stateOf } = field
  const filter = usePagedRows(useRowFilter(definition, rows, initialSearch), paging?.size)
  const latest = useLatest({ field, filter, isFixed })
  // The functions stay the same, so that a row is rendered only when it changes.
  const edits = useMemo(() => {
    const shown = () => latest.current.filter.shown.map(({ row }) => row.id)
    return rowEdits(definition, {
      rows: () => latest.current.field.rows,
      onRows: (rows) => latest.current.field.onRows(rows),
      onBlur: () => latest.current.field.onBlur(),
      shown,
      keep: (id) => latest.current.filter.keep(id),
      clearSearch: () => latest.current.filter.clear(),
      focus(id, place) {
        if (!shown().includes(id)) flushSync(() => latest.current.filter.open(id))
        focusCell(table, id, shown().indexOf(id), place)
      },
      isFixed: () => latest.current.isFixed,
    })
  }, [definition, latest])
  return {
    rows,
    table,
    filter,
    edits,
    problem,
    problemsAt: (index) => problemsAt(field.errors, index),
    stateOf,
  }
}
