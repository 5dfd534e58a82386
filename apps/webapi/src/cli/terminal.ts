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

/** When a key was added, and whether it is active. */
export const stateOfKey = ({
  created_at,
  revoked_at,
}: {
  readonly created_at: Date
  readonly revoked_at: Date | null
}) => [created_at.toISOString(), revoked_at ? `revoked ${revoked_at.toISOString()}` : 'in use']
