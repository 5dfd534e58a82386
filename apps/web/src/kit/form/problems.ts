import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** Focuses the first field with an error, in the order of the form's values. A table focuses its first cell with one. */
export function focusFirstProblem<Values extends FieldValues>(methods: UseFormReturn<Values>): void {
  const { getFieldState, getValues, setFocus } = methods
  const isField = isFieldOf(getValues())
  const first = Object.keys(getValues()).find((name) => isField(name) && getFieldState(name).error)
  if (first !== undefined && isField(first)) setFocus(first)
}

/** Shows an error of the server at the field with this path, or at a cell of it. Ignores it if there is no such field. */
export function setServerProblem<Values extends FieldValues>(
  { setError, clearErrors, getFieldState, getValues }: UseFormReturn<Values>,
  path: string,
  message: string,
): void {
  const isField = isFieldOf(getValues())
  if (!isField(path)) return
  const [field = '', index = ''] = path.split('.')
  if (isField(field)) detachRowError(getFieldState(field).error, index)
  setError(path, { type: 'server', message })
  // Only the error of a value with a field has its `ref`. Without a field it would be invisible, and prevent saving.
  const isCell = path.includes('.')
  if (!isCell && getFieldState(path).error?.ref === undefined) clearErrors(path)
}

const isFieldOf =
  <Values extends FieldValues>(values: Values) =>
  (path: string): path is FieldPath<Values> =>
    Object.hasOwn(values, path.split('.', 1).join(''))

/** The errors of a row are those of later validations too, as long as it is unchanged: only a copy can be added to. */
function detachRowError(errors: unknown, index: string): void {
  if (!Array.isArray(errors)) return
  const error: unknown = Reflect.get(errors, index)
  if (typeof error === 'object' && error !== null) Reflect.set(errors, index, structuredClone(error))
}
