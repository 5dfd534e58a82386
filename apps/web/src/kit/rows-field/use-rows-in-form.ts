import { useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { get, useController, useFormContext, useFormState } from 'react-hook-form'
import { useProblem } from '#kit/fields/fields-state.ts'
import { problemsToFocus } from '#kit/form/problems.ts'
import type { Row, RowDefinition } from '#kit/rows/row-definition.ts'
import type { RowState } from '#kit/rows/row-states.ts'

/** Connects rows to a field of the form. */
export interface RowFieldOptions<Values> {
  /** The field of the form with the rows. */
  readonly name: string
  readonly definition: RowDefinition<Values>
  /** The stored rows, with which the current ones are compared. */
  readonly stored: readonly Row<Values>[]
  /** Whether nothing is stored yet, so that rows are not marked as new. */
  readonly isNew?: boolean
}

/** A field of the form with rows. */
export interface RowsInForm<Values> {
  readonly rows: readonly Row<Values>[]
  readonly onRows: (rows: readonly Row<Values>[]) => void
  readonly onBlur: () => void
  /** The error of the list as a whole. */
  readonly problem: string | undefined
  /** The errors of its rows by index; see `problemsAt`. */
  readonly errors: unknown
  readonly storedById: ReadonlyMap<string, Row<Values>>
  /** Undefined for a blank row, and if rows are not marked. */
  readonly stateOf: (row: Row<Values>) => RowState | undefined
}

/**
 * The rows of a field, their errors and their changes. `onFocus` gets the errors of the rows when
 * the form focuses its first field with an error.
 */
export function useRowsInForm<Values extends object>(
  { name, definition, stored, ...options }: RowFieldOptions<Values>,
  onFocus: (errors: unknown) => void,
): RowsInForm<Values> {
  const { field } = useController<Record<string, readonly Row<Values>[]>>({ name })
  const { control, getFieldState } = useFormContext()
  // The controller is not notified of errors that are set in a cell.
  const { errors } = useFormState({ control, name })
  const problem = useProblem(name)
  const storedById = useMemo(() => definition.byId(stored), [definition, stored])
  const isNew = options.isNew ?? stored.every(definition.isBlank)
  useImperativeHandle(field.ref, () => ({
    focus: () => onFocus(problemsToFocus(control, name, getFieldState(name).error)),
  }))
  return {
    rows: field.value,
    onRows: field.onChange,
    onBlur: field.onBlur,
    problem,
    errors: get(errors, name),
    storedById,
    stateOf: (row) => (isNew || definition.isBlank(row) ? undefined : definition.stateOf(row, storedById)),
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
