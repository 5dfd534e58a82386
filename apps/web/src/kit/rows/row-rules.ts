import { z } from 'zod'

/** What is wrong with a row: the path of the value in it, or `row` for the row as a whole. */
export interface RowProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The rules of a table of rows. */
export interface RowRules<Row> {
  /** The problems of a row by itself. They are kept until the row changes. */
  readonly problemsOf?: (row: Row) => readonly RowProblem[]
  /** The problems of rows that depend on other rows, by index. */
  readonly problemsAmong?: (rows: readonly Row[]) => ReadonlyMap<number, readonly RowProblem[]>
}

/** Problems of the second and further rows of a name, as `problemsAmong` returns them. */
export const repeatedNames =
  (message: string) =>
  (rows: readonly { readonly name: string }[]): ReadonlyMap<number, readonly RowProblem[]> => {
    const seen = new Set<string>()
    const repeated = new Map<number, readonly RowProblem[]>()
    for (const [index, row] of rows.entries()) {
      const name = row.name.trim()
      if (name === '') continue
      if (seen.has(name)) repeated.set(index, [{ message, path: ['name'] }])
      seen.add(name)
    }
    return repeated
  }

/** The errors of rows in the shape of the form library: by index, without those of rows that have none. */
export type RowErrors = readonly (object | undefined)[]

type ErrorsOf = (rows: readonly never[]) => RowErrors | undefined

const errorsByTable = new WeakMap<z.core.$ZodType, ErrorsOf>()

/**
 * The function that validates the rows of a schema made by `ruledRows`; undefined for another schema. A row that has not
 * changed is not validated again, and its errors stay the same object, so that it is not rendered again either.
 */
export const rowErrorsOf = (schema: z.core.$ZodType): ErrorsOf | undefined => errorsByTable.get(schema)

/** The schema of the rows of a table in a form. */
export function ruledRows<Row extends object>(rules: RowRules<Row>): z.ZodType<Row[], Row[]> {
  const problemsIn = problemsOfRows(rules)
  const schema = z
    .custom<Row[]>((given) => Array.isArray(given))
    .superRefine((rows, context) => {
      const found = problemsIn(rows)
      for (const [index, row] of rows.entries()) {
        for (const { path, message } of found(row, index)) {
          context.addIssue({ code: 'custom', message, path: [index, ...path] })
        }
      }
    })
  errorsByTable.set(schema, errorsOfRows(problemsIn))
  return schema
}

type ProblemsIn<Row> = (rows: readonly Row[]) => (row: Row, index: number) => readonly RowProblem[]

const none: readonly RowProblem[] = []

function problemsOfRows<Row extends object>({ problemsOf, problemsAmong }: RowRules<Row>): ProblemsIn<Row> {
  const checked = new WeakMap<Row, readonly RowProblem[]>()
  const ownOf = (row: Row) => {
    const known = checked.get(row)
    if (known) return known
    const own = problemsOf?.(row) ?? none
    checked.set(row, own)
    return own
  }
  return (rows) => {
    const among = problemsAmong?.(rows)
    return (row, index) => {
      const [own, others] = [ownOf(row), among?.get(index) ?? none]
      if (others.length === 0) return own
      return own.length === 0 ? others : [...own, ...others]
    }
  }
}

function errorsOfRows<Row extends object>(
  problemsIn: ProblemsIn<Row>,
): (rows: readonly Row[]) => RowErrors | undefined {
  const made = new WeakMap<object, readonly RowProblem[]>()
  let last: RowErrors = []
  const errorOf = (problems: readonly RowProblem[], before: object | undefined) => {
    if (before && areSame(made.get(before), problems)) return before
    const error = nested(problems)
    made.set(error, problems)
    return error
  }
  return (rows) => {
    const found = problemsIn(rows)
    const errors = rows.map((row, index) => {
      const problems = found(row, index)
      return problems.length === 0 ? undefined : errorOf(problems, last[index])
    })
    if (!errors.some(Boolean)) return undefined
    // The form library compares the errors with those before: the same list is not compared row by row.
    const isSame = errors.length === last.length && errors.every((error, index) => error === last[index])
    if (!isSame) last = errors
    return last
  }
}

const areSame = (some: readonly RowProblem[] | undefined, others: readonly RowProblem[]): boolean =>
  some === others ||
  (some?.length === others.length &&
    some.every(({ path, message }, place) => {
      const other = others[place]
      return message === other?.message && path.join('.') === other.path.join('.')
    }))

/** The problems as one object: the first message for each path. */
function nested(problems: readonly RowProblem[]): object {
  const error = {}
  const seen = new Set<string>()
  for (const { path, message } of problems) {
    const key = path.join('.')
    if (!seen.has(key)) put(error, path, { type: 'custom', message })
    seen.add(key)
  }
  return error
}

function put(target: object, [step = 'row', ...path]: readonly PropertyKey[], value: object): void {
  if (path.length === 0) return void Reflect.set(target, step, value)
  const found: unknown = Reflect.get(target, step)
  const inner = typeof found === 'object' && found !== null ? found : typeof path[0] === 'number' ? [] : {}
  Reflect.set(target, step, inner)
  put(inner, path, value)
}

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
