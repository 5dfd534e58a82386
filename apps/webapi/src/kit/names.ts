import { conflict } from './refusals.ts'

const longest = 512

/** The rules of every name: that there is one, and that the database can index it. */
export function problemsOfName(name: string): string[] {
  if (name.trim() === '') return ['name is required']
  return name.length > longest ? [`name must be ${longest} characters or fewer`] : []
}

const uniqueViolation = '23505'

/** A name that the database refuses because another item of `table` bears it is told in this sentence. */
export function nameTaken(error: unknown, table: string, sentence: string): unknown {
  const isIt =
    error instanceof Error &&
    'code' in error &&
    error.code === uniqueViolation &&
    'constraint' in error &&
    error.constraint === `${table}_name_key`
  return isIt ? conflict(sentence) : error
}
