import type { Database } from '@quatrain/platform/database/database.ts'
import type { Db } from '#kit/tenancy.ts'

/** What the program needs from the outside. */
export interface Terminal {
  open(): Promise<Database>
  print(line: string): void
  /** Asks the operator to agree; throws when they refuse or nobody is there to ask. */
  confirm(question: string): Promise<void>
}

/** What the commands need. */
export interface CommandTools extends Pick<Terminal, 'print' | 'confirm'> {
  /** Runs `work` on the opened database, which is closed afterwards. */
  readonly asOperator: (work: (operator: Db) => Promise<void>) => Promise<void>
}
