import type { Database } from '@quatrain/platform/database/database.ts'
import type { Db } from '#kit/tenancy.ts'

/** The program's connections to the outside. */
export interface Terminal {
  open(): Promise<Database>
  print(line: string): void
  /** Asks the operator to confirm; throws if they decline or if there is no terminal. */
  confirm(question: string): Promise<void>
}

/** The context of the commands. */
export interface CommandTools extends Pick<Terminal, 'print' | 'confirm'> {
  /** Runs `work` with the database, which is closed afterwards. */
  readonly asOperator: (work: (operator: Db) => Promise<void>) => Promise<void>
}

/** The option of commands that cannot be undone. */
export const yes = ['-y, --yes', 'do not ask'] as const

/** A line of output. */
export const row = (...cells: readonly string[]): string => cells.join('\t')
