import { createHash } from 'node:crypto'
import { firstRowIn } from '@quatrain/platform/database/rows.ts'
import type { Db, KeyRole } from './tenancy.ts'

/** The owner of a key. */
export interface Caller {
  readonly tenant: number
  /** Name of the key, for the history. */
  readonly key: string
  readonly role: KeyRole
}

/** How tokens are stored. They are long and random, so an unkeyed hash is sufficient. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The owner of this token; undefined if it is unknown, revoked or empty. */
export async function callerOf(db: Db, token: string): Promise<Caller | undefined> {
  if (token === '') return undefined
  return firstRowIn(db)<Caller>`select tenant, key, role from holder_of_key(${hashOf(token)})`
}
