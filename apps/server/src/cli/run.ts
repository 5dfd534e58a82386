import { databaseError } from '@quatrain/platform/database/failures.ts'
import { AppError } from '@quatrain/platform/errors.ts'
import { CommanderError } from 'commander'
import { messageOf as firstLineOf } from '#features/status/finding.ts'
import { type AddCommands, operatorProgram } from './program.ts'
import { Exit, NotChecked, UsageError } from './terminal.ts'

const exitCodes = { success: 0, failure: 1, usage: 2, notChecked: 2 } as const

/** PostgreSQL's error codes for a missing role, schema and table. */
const notMigrated = ['22023', '3F000', '42P01']

/**
 * Runs the command in these arguments, one of the server or of a tool. Returns the exit code; prints one line if the command
 * failed.
 */
export async function run(args: readonly string[], ofTools: readonly AddCommands[] = []): Promise<number> {
  try {
    await operatorProgram(ofTools).parseAsync(args, { from: 'user' })
    return exitCodes.success
  } catch (error) {
    // Commander has printed the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage
    if (error instanceof Exit) {
      if (error.message !== '') console.error(error.message)
      return error.exitCode
    }
    if (error instanceof NotChecked) {
      console.error([error.message, ...(error.cause === undefined ? [] : [messageOf(error.cause)])].join(' '))
      return exitCodes.notChecked
    }
    console.error(messageOf(error))
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure
  }
}

function messageOf(error: unknown): string {
  const knownError = error instanceof AppError ? error : databaseError(error)
  if (knownError) return knownError.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && notMigrated.some((code) => code === error.code)) {
    return 'The database is not set up; run the command migrate first.'
  }
  return firstLineOf(error)
}
