import { AppError } from '../errors.ts'

/** A text that an error carries besides its message: its SQLSTATE or system code, or the constraint that it names. */
export function textIn(error: unknown, name: 'code' | 'constraint'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

/** A refused constraint, by its name, becomes the error a person should see; any other error stays what it is. */
export function fromDatabase(error: unknown, constraints: Readonly<Record<string, () => AppError>>): unknown {
  const [code, constraint] = [textIn(error, 'code'), textIn(error, 'constraint')]
  const known = constraint !== undefined && (code === '23505' || code === '23503') ? constraints[constraint] : undefined
  return known ? known() : error
}

/** What people may know of an error: it itself when it is one of ours, else a sentence. Its cause is for the log. */
export function tellable(error: unknown): AppError {
  if (error instanceof AppError) return error
  return databaseTrouble(error) ?? new AppError('internal', 'Internal server error.', { cause: error })
}

/** Is this the database being away or busy, rather than a fault of ours? Then a sentence about it, else nothing. */
export function databaseTrouble(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || error instanceof AppError) return undefined
  const code = textIn(error, 'code')
  if (code !== undefined && busy.test(code)) {
    return new AppError('unavailable', 'The database is busy. Try again in a moment.', { cause: error })
  }
  if (code !== undefined ? away.test(code) : fromDriver.test(error.message)) {
    return new AppError('unavailable', 'The database cannot be reached. Try again in a moment.', { cause: error })
  }
  return undefined
}

/** Did two get in each other's way, as busy people do? Nothing is wrong with the database or with us then. */
export const isContention = (error: unknown): boolean => contention.test(textIn(error, 'code') ?? '')

/** A lock was waited for too long, or two waited for each other. */
const contention = /^(55P03|40P01|40001)$/
/** A lock or a statement took too long, two waited for each other, or there is no room for more (class 53). */
const busy = /^(55P03|57014|40P01|40001|53\w{3})$/
/** The session was lost, the server shuts down or starts (class 08 and 57P), or what the network says. */
const away =
  /^(08\w{3}|57P\w{2}|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** The driver's own errors have no code. */
const fromDriver = /connection|terminat|timeout exceeded when trying to connect|query read timeout/i
