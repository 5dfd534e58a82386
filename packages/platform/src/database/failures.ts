import { AppError } from '../errors.ts'
import { isLost } from './postgresql.ts'

/** A refused constraint, by its name, becomes the error a person should see; any other error stays what it is. */
export function fromDatabase(error: unknown, constraints: Readonly<Record<string, () => AppError>>): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  const known = constraint !== undefined && (code === '23505' || code === '23503') ? constraints[constraint] : undefined
  return known ? known() : error
}

const lockNotAvailable = '55P03'
const queryCanceled = '57014'
const deadlockDetected = '40P01'

/** Is this the database being away or busy, rather than a fault of ours? Then a sentence about it, else nothing. */
export function databaseTrouble(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || error instanceof AppError) return undefined
  const code = (error as { code?: unknown }).code
  if (code === lockNotAvailable || code === queryCanceled || code === deadlockDetected) {
    return new AppError('unavailable', 'The database is busy. Nothing was changed; try again.', { cause: error })
  }
  const fromDriver = /connection|terminat|timeout exceeded when trying to connect/i.test(error.message)
  if (typeof code === 'string' ? networkCode.test(code) || (sqlState.test(code) && isLost(error)) : fromDriver) {
    return new AppError('unavailable', 'The database cannot be reached. Try again in a moment.', { cause: error })
  }
  return undefined
}

const networkCode = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/
const sqlState = /^(08|57P)/
