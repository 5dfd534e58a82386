import { type RefObject, useImperativeHandle, useMemo, useRef } from 'react'
import { get, useController, useFormContext, useFormState } from 'react-hook-form'
import { useProblem } from '#kit/fields/fields-state.ts'
import type { RowTableHandle } from './RowTable.tsx'
import type { Row, RowDefinition } from './row-definition.ts'
import type { RowState } from './row-states.ts'
import { type RowEdits, useRowEdits } from './use-row-edits.ts'
import { type RowFilter, type Searches, useRowFilter } from './use-row-filter.ts'

/** The errors of a row: of its cells by name, or of the row as a whole. */
export interface RowProblems {
  readonly cells: Readonly<Record<string, string>>
  readonly row: string | undefined
}

interface Options<Values> {
  /** The field of the form with the rows. */
  readonly name: string
  readonly definition: RowDefinition<Values>
  /** The stored rows, which new and changed ones are compared with. */
  readonly stored: readonly Row<Values>[]
  /** Whether nothing is stored yet, so that rows are not marked as new. */
  readonly isNew?: boolean
  /** Rows are neither added nor removed. */
  readonly isFixed?: boolean
  readonly initialSearch?: Searches<Values>
}

export interface RowField<Values> {
  readonly rows: readonly Row<Values>[]
  readonly table: RefObject<RowTableHandle | null>
  readonly filter: RowFilter<Values>
  readonly edits: RowEdits<Values>
  /** The error of the list as a whole. */
  readonly problem: string | undefined
  readonly problemsAt: (index: number) => RowProblems | undefined
  /** Undefined for a blank row, and if rows are not marked. */
  readonly stateOf: (row: Row<Values>) => RowState | undefined
}

/** Rows as a field of the form: what they are, what can be done with them, and what is wrong with each. */
export function useRowField<Values extends object>(options: Options<Values>): RowField<Values> {
  const { name, definition, stored, isFixed = false, initialSearch } = options
  const { field } = useController<Record<string, readonly Row<Values>[]>>({ name })
  const { control, getFieldState } = useFormContext()
  // The controller itself would not notice an error that is set in a cell.
  const { errors: allErrors } = useFormState({ control, name })
  const table = useRef<RowTableHandle>(null)
  const rows = field.value
  const filter = useRowFilter(definition, rows, initialSearch)
  const edits = useRowEdits(definition, {
    rows,
    table,
    onRows: field.onChange,
    onBlur: field.onBlur,
    filter,
    isFixed,
  })
  const known = useMemo(() => definition.byId(stored), [definition, stored])
  const isNew = options.isNew ?? stored.every(definition.isBlank)
  const problem = useProblem(name)
  // The form focuses the first field with an error.
  useImperativeHandle(field.ref, () => ({
    focus: () => {
      const errors: unknown = getFieldState(name).error
      const first = Array.isArray(errors) ? Math.max(0, errors.findIndex(Boolean)) : 0
      const found = Array.isArray(errors) ? problemsOf(errors[first]) : undefined
      const cell = definition.fields.find((field) => found?.cells[field] !== undefined) ?? definition.fields[0]
      if (cell !== undefined) edits.goTo(first, cell)
    },
  }))
  const errors: unknown = get(allErrors, name)
  return {
    rows,
    table,
    filter,
    edits,
    problem,
    problemsAt: (index) => (Array.isArray(errors) ? problemsOf(errors[index]) : undefined),
    stateOf: (row) => (isNew || definition.isBlank(row) ? undefined : definition.stateOf(row, known)),
  }
}

const read = new WeakMap<object, RowProblems>()

/** The same object for the same errors, so that a row is rendered only when its own errors change. */
function problemsOf(error: unknown): RowProblems | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const known = read.get(error)
  if (known) return known
  const messages = Object.entries(error).flatMap(([name, found]: [string, unknown]) => {
    const message = name === 'message' ? found : messageOf(found)
    return typeof message === 'string' ? [[name, message] as const] : []
  })
  const own = messages.find(([name]) => name === 'message' || name === 'row')?.[1]
  const problems = {
    cells: Object.fromEntries(messages.filter(([name]) => name !== 'message' && name !== 'row')),
    row: own,
  }
  read.set(error, problems)
  return problems
}

const messageOf = (found: unknown): unknown =>
  typeof found === 'object' && found !== null && 'message' in found ? found.message : undefined
