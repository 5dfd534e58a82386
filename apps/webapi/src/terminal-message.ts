import { databaseError } from '@quatrain/platform/database/failures.ts'
import { FolderInUse } from '@quatrain/platform/database/folder-lock.ts'
import { SettingError } from '@quatrain/platform/settings.ts'
import { OperatorError } from '#kit/operator.ts'

const undefinedTable = '42P01'
const insufficientPrivilege = '42501'

/** The error that ends a program, for the terminal: a sentence if an operator can fix it, otherwise with its stack. */
export function terminalMessage(error: unknown): unknown {
  if (error instanceof OperatorError || error instanceof SettingError || error instanceof FolderInUse)
    return error.message
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? error.code : undefined
  if (code === insufficientPrivilege) return error.message
  if (code === undefinedTable) return 'The database is not set up; run the command migrate first.'
  return databaseError(error) ? `The database cannot be used: ${error.message}` : error
}
