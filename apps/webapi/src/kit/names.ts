import { conflict } from './refusals.ts'

const longest = 512

/** The rules of every name: it is required, and short enough for an index of the database. */
export function problemsOfName(name: string): string[] {
  if (name.trim() === '') return ['name is required']
  return name.length > longest ? [`name must be ${longest} characters or fewer`] : []
}

const uniqueViolation = '23505'

/** The refusal if the unique constraint of `table` on names is violated. */
export function nameTaken(error: unknown, table: string, sentence: string): unknown {
  const isIt =
    error instanceof Error &&
    'code' in error &&
    error.code === uniqueViolation &&
    'constraint' in error &&
    error.constraint === `${table}_name_key`
  return isIt ? conflict(sentence) : error
}
