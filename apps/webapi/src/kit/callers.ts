import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, KeyRole } from './tenancy.ts'

/** What a request wants to do. */
export type Right = 'read' | 'write'

/** Whoever asks: the holder of a key. */
export interface Caller {
  readonly tenant: number
  /** Name of the key, for the history. */
  readonly key: string
  readonly role: KeyRole
}

/** The form in which tokens are stored. They are long and random, so a plain hash does not give them away. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whose token this is; nobody's when it is unknown, revoked or empty. */
export async function callerOf(db: Db, token: string): Promise<Caller | undefined> {
  if (token === '') return undefined
  const { rows } = await sql<Caller>`select tenant, key, role from holder_of_key(${hashOf(token)})`.execute(db)
  return rows[0]
}

/** The one rule of access: every key reads, a viewer's does not write. */
export const may = ({ role }: Caller, right: Right): boolean => right === 'read' || role !== 'viewer'
