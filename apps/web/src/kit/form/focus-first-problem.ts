import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** Focuses the first field with an error, in the order of the form. A table focuses its first cell with one. */
export function focusFirstProblem<Values extends FieldValues>(methods: UseFormReturn<Values>): void {
  const { getFieldState, getValues, setFocus, control } = methods
  const isField = (name: string): name is FieldPath<Values> => Object.hasOwn(getValues(), name)
  const first = Object.keys(control._fields).find((name) => isField(name) && getFieldState(name).error)
  if (first !== undefined && isField(first)) setFocus(first)
}
