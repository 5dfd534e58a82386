import type { Database } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'

/** What a backup needs to know of a server's tables. */
export interface BackedUpStore {
  readonly name: string
  readonly schema: string
  /** Folder of the numbered SQL files. */
  readonly migrations: string
  /** Sees all rows, or those of one tenant; only the owner of the tables can enter it. */
  readonly reading: (tenant?: number) => Scope
  /** Whether rows of a table with row security are seen one tenant at a time. */
  readonly isReadByTenant: boolean
  /** Tables whose rows are of no use after a restore, such as sessions. */
  readonly transient: readonly string[]
  /** What the file of one tenant does not have: tables with the reason, and columns, which are null in it. */
  readonly leftOutOfTenant: {
    readonly tables: Readonly<Record<string, string>>
    readonly columns: Readonly<Record<string, readonly string[]>>
  }
  /** A table that every write to several stores changes before and after the others: it holds still while snapshots begin. */
  readonly barrier?: string
  /** Tables that have rows as soon as the installation is in use. */
  readonly inUse: readonly string[]
  /** What its owner does when all rows are there. */
  readonly afterRestore: (transaction: Database) => Promise<void>
}

/** A store with its database, opened as the owner of the tables. */
export interface OpenStore {
  readonly store: BackedUpStore
  readonly database: Database
}
