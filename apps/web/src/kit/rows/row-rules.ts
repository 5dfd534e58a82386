import { set } from 'react-hook-form'
import { z } from 'zod'

/** What is wrong with a row: the path of the value in it, or `row` for the row as a whole. */
export interface RowProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The rules of a table of rows. */
interface RowRules<Row> {
  /** The problems of a row by itself. They are kept until the row changes. */
  readonly problemsOf?: (row: Row) => readonly RowProblem[]
  /** The problems of rows that depend on other rows, by index. */
  readonly problemsAmong?: (rows: readonly Row[]) => ReadonlyMap<number, readonly RowProblem[]>
}

/** Problems of the second and further rows of a name, as `problemsAmong` returns them. */
export const repeatedNames =
  (message: string) =>
  (rows: readonly { readonly name: string }[]): ReadonlyMap<number, readonly RowProblem[]> => {
    const names = new Set<string>()
    const repeated = new Map<number, readonly RowProblem[]>()
    for (const [index, row] of rows.entries()) {
      const name = row.name.trim()
      if (name === '') continue
      if (names.has(name)) repeated.set(index, [{ message, path: ['name'] }])
      names.add(name)
    }
    return repeated
  }

/** The errors of rows in the shape of the form library: by index, without those of rows that have none. */
type RowErrors = readonly (object | undefined)[]

type ErrorsOf = (rows: readonly never[]) => RowErrors | undefined

const errorsByTable = new WeakMap<z.core.$ZodType, ErrorsOf>()

/**
 * The function that validates the rows of a schema made by `ruledRows`; undefined for another schema. A row that has not
 * changed is not validated again, and its errors stay the same object, so that it is not rendered again either.
 */
export const rowErrorsOf = (schema: z.core.$ZodType): ErrorsOf | undefined => errorsByTable.get(schema)

const noProblems: readonly RowProblem[] = []

/** The schema of the rows of a table in a form. */
export function ruledRows<Row extends object>({ problemsOf, problemsAmong }: RowRules<Row>): z.ZodType<Row[], Row[]> {
  const checkedRows = new WeakMap<Row, readonly RowProblem[]>()
  const ownProblems = (row: Row) => {
    const own = checkedRows.get(row) ?? problemsOf?.(row) ?? noProblems
    checkedRows.set(row, own)
    return own
  }
  const problemsIn = (rows: readonly Row[]) => {
    const among = problemsAmong?.(rows)
    return rows.map((row, index) => {
      const [own, dependent] = [ownProblems(row), among?.get(index)]
      return dependent ? [...own, ...dependent] : own
    })
  }
  const schema = z
    .custom<Row[]>((input) => Array.isArray(input))
    .superRefine((rows, context) => {
      for (const [index, problems] of problemsIn(rows).entries()) {
        for (const { path, message } of problems) {
          context.addIssue({ code: 'custom', message, path: [index, ...path] })
        }
      }
    })
  const problemsByError = new WeakMap<object, readonly RowProblem[]>()
  let lastErrors: RowErrors = []
  errorsByTable.set(schema, (rows) => {
    const errors = problemsIn(rows).map((problems, index) => {
      if (problems.length === 0) return undefined
      const lastError = lastErrors[index]
      if (lastError && areSame(problemsByError.get(lastError), problems)) return lastError
      const error = errorOf(problems)
      problemsByError.set(error, problems)
      return error
    })
    if (!errors.some(Boolean)) return undefined
    // The form library compares the errors with those before: the same list is not compared row by row.
    const isSame = errors.length === lastErrors.length && errors.every((error, index) => error === lastErrors[index])
    if (!isSame) lastErrors = errors
    return lastErrors
  })
  return schema
}

const areSame = (before: readonly RowProblem[] | undefined, after: readonly RowProblem[]): boolean =>
  before === after ||
  (before?.length === after.length &&
    before.every(({ path, message }, place) => {
      const problem = after[place]
      return message === problem?.message && path.join('.') === problem.path.join('.')
    }))

/** The problems as one object: the first message for each path. */
function errorOf(problems: readonly RowProblem[]): object {
  const error = {}
  const paths = new Set<string>()
  for (const { path, message } of problems) {
    const name = path.join('.') || 'row'
    if (!paths.has(name)) set(error, name, { type: 'custom', message })
    paths.add(name)
  }
  return error
}

/** The errors of a row: of its cells by name, or of the row as a whole. */
export interface RowProblems {
  readonly cells: Readonly<Record<string, string>>
  readonly row: string | undefined
  /** The form's errors of the rows in its cells, by the names of the cells. */
  readonly nested: Readonly<Record<string, unknown>>
}

const problemsOfErrors = new WeakMap<object, RowProblems>()

const messageOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
    ? error.message
    : undefined

/** The errors of the row at an index of a list: the same object as long as they are the same, so that the row is not rendered again. */
export function problemsAt(errors: unknown, index: number): RowProblems | undefined {
  const error: unknown = Reflect.get(Object(errors), index)
  if (typeof error !== 'object' || error === null) return undefined
  const problems = problemsOfErrors.get(error) ?? problemsIn(error)
  problemsOfErrors.set(error, problems)
  return problems
}

function problemsIn(error: object): RowProblems {
  const messages = Object.entries(error).flatMap(([name, inner]: [string, unknown]) => {
    const message = messageOf(inner)
    return message === undefined ? [] : [[name, message] as const]
  })
  const { row = messageOf(error), ...cells } = Object.fromEntries(messages)
  return { cells, row, nested: { ...error } }
}

/** The index of the first row with an error; 0 without one. */
export const firstProblem = (errors: unknown): number =>
  Number(Object.entries(Object(errors)).find(([name, error]) => /^\d+$/.test(name) && Boolean(error))?.[0] ?? 0)
