import { textIn } from '@quatrain/platform/database/failures.ts'
import { conflict } from './refusals.ts'
import { type Db, inWriteTransaction } from './tenancy.ts'

const longest = 512

/** The rules of every name: it is required, and short enough for an index of the database. */
export function problemsOfName(name: string): string[] {
  if (name.trim() === '') return ['name is required']
  return name.length > longest ? [`name must be ${longest} characters or fewer`] : []
}

const uniqueViolation = '23505'

/** Runs `work` in one write transaction; a violated unique name in `table` becomes a refusal with this sentence. */
export const inNamingTransaction = <T>(db: Db, table: string, sentence: string, work: (db: Db) => Promise<T>) =>
  inWriteTransaction(db, work).catch((error: unknown) => {
    const isTaken = textIn(error, 'code') === uniqueViolation && textIn(error, 'constraint') === `${table}_name_key`
    throw isTaken ? conflict(sentence) : error
  })
