import { AppError } from '../errors.ts'

/** A text that an error carries besides its message: its SQLSTATE or system code, or the constraint that it names. */
export function textIn(error: unknown, name: 'code' | 'constraint'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

/** The errors that users see, by the names of the violated constraints. */
type Explanations = Readonly<Record<string, () => AppError>>

/** Returns a handler for `catch` of a statement, which rejects with what `fromDatabase` makes of its error. */
export const explaining =
  (constraints: Explanations) =>
  (error: unknown): Promise<never> =>
    Promise.reject(fromDatabase(error, constraints))

/** Translates a violated constraint by its name to the error that users see; other errors are unchanged. */
export function fromDatabase(error: unknown, constraints: Explanations): unknown {
  const [code, constraint] = [textIn(error, 'code'), textIn(error, 'constraint')]
  const explanation =
    constraint !== undefined && (code === '23505' || code === '23503') ? constraints[constraint] : undefined
  return explanation ? explanation() : error
}

/**
 * What clients may know about an error: the error itself if it is one of ours, otherwise a general one. The cause is
 * for the log.
 */
export function toUserError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return databaseError(error) ?? new AppError('internal', 'Internal server error.', { cause: error })
}

/** A message if the database is unavailable or busy; undefined for other errors. */
export function databaseError(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || error instanceof AppError) return undefined
  const code = textIn(error, 'code')
  if (code === fullDisk) {
    const sentence = 'The disk of the database is full, so nothing was saved. An operator has to make room.'
    return new AppError('unavailable', sentence, { cause: error })
  }
  if (code !== undefined && busy.test(code)) {
    return new AppError('unavailable', 'The database is busy. Try again in a moment.', { cause: error })
  }
  if (code !== undefined ? away.test(code) : fromDriver.test(error.message)) {
    return new AppError('unavailable', 'The database cannot be reached. Try again in a moment.', { cause: error })
  }
  return undefined
}

/**
 * Whether the error is a conflict between concurrent transactions, which is not a fault of the database or of the
 * server.
 */
export const isContention = (error: unknown): boolean => contention.test(textIn(error, 'code') ?? '')

/** A lock timeout or a deadlock. */
const contention = /^(55P03|40P01|40001)$/
const fullDisk = '53100'
/** A lock timeout, a statement timeout, a deadlock, or insufficient resources (class 53). */
const busy = /^(55P03|57014|40P01|40001|53\w{3})$/
/** A lost session, a server that starts or shuts down (class 08 and 57P) or is a standby (25006), or a network error. */
const away =
  /^(08\w{3}|57P\w{2}|25P03|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** The driver's own errors have no code. */
const fromDriver = /connection|terminat|timeout exceeded when trying to connect|query read timeout/i
