/** The errors of a row: of its cells by name, or of the row as a whole. */
export interface RowProblems {
  readonly cells: Readonly<Record<string, string>>
  readonly row: string | undefined
  /** The form's errors of the rows in its cells, by the names of the cells. */
  readonly nested: Readonly<Record<string, unknown>>
}

const read = new WeakMap<object, RowProblems>()

const messageOf = (found: unknown): string | undefined =>
  typeof found === 'object' && found !== null && 'message' in found && typeof found.message === 'string'
    ? found.message
    : undefined

/** The errors of the row at an index of a list: the same object as long as they are the same, so that the row is not rendered again. */
export function problemsAt(errors: unknown, index: number): RowProblems | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  const error: unknown = Reflect.get(errors, index)
  if (typeof error !== 'object' || error === null) return undefined
  const known = read.get(error)
  if (known) return known
  const { message, row, ...cells } = messagesIn(error)
  const problems = { cells, row: row ?? message, nested: Object.fromEntries(Object.entries(error)) }
  read.set(error, problems)
  return problems
}

/** The messages of an error by the names of its parts; its own is named `message`. */
function messagesIn(error: object): Readonly<Record<string, string>> {
  const own = messageOf(error)
  const parts = Object.entries(error).flatMap(([name, found]: [string, unknown]) => {
    const message = messageOf(found)
    return message === undefined ? [] : [[name, message] as const]
  })
  return { ...Object.fromEntries(parts), ...(own !== undefined && { message: own }) }
}

/** The index of the first row with an error; 0 without one. */
export function firstProblem(errors: unknown): number {
  if (typeof errors !== 'object' || errors === null) return 0
  const found = Object.keys(errors).find((name) => /^\d+$/.test(name) && Reflect.get(errors, name))
  return found === undefined ? 0 : Number(found)
}
