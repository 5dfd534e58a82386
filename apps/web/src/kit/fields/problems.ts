import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** The paths of the messages at fields and cells, in the order of the form's values. */
export function problemPaths(errors: object, values: object): readonly string[] {
  const ordered = Object.keys(values).map((name) => [name, Reflect.get(errors, name)] as const)
  return ordered.flatMap(([name, error]) => pathsIn(error, name))
}

function pathsIn(error: unknown, path: string): readonly string[] {
  if (typeof error !== 'object' || error === null) return []
  if ('message' in error && typeof error.message === 'string') return [path]
  return Object.entries(error).flatMap(([name, inner]: [string, unknown]) => pathsIn(inner, `${path}.${name}`))
}

/** The problem that a table shows when its form focuses it, which is later than it is asked to. */
const requestedPaths = new WeakMap<object, string>()

/** Focuses the field with the problem at this path, or the cell of a table. Returns the path. */
export function focusProblem<Values extends FieldValues>(
  { control, setFocus, getValues }: UseFormReturn<Values>,
  path: string,
): string {
  const isField = isFieldOf(getValues())
  const steps = path.split('.')
  requestedPaths.set(control, path)
  // A table is registered under a beginning of the path of its cells.
  for (const count of steps.keys()) {
    const field = steps.slice(0, count + 1).join('.')
    if (isField(field)) setFocus(field)
  }
  return path
}

/** Focuses the first field with an error. */
export function focusFirstProblem<Values extends FieldValues>(methods: UseFormReturn<Values>): void {
  const { getValues, getFieldState } = methods
  const isField = isFieldOf(getValues())
  const names = Object.keys(getValues()).filter(isField)
  const errors = Object.fromEntries(names.map((name) => [name, getFieldState(name).error]))
  const [first] = problemPaths(errors, getValues())
  if (first !== undefined) focusProblem(methods, first)
}

/** The errors of a table that gets the focus: all of them, or the only one that `focusProblem` is asked for. */
export function problemsToFocus(control: object, table: string, errors: unknown): unknown {
  const path = requestedPaths.get(control) ?? ''
  if (!path.startsWith(`${table}.`)) return errors
  requestedPaths.delete(control)
  const steps = path.slice(table.length + 1).split('.')
  const error = steps.reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), errors)
  return steps.reduceRight<unknown>((inner, step) => ({ [step]: inner }), error)
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
