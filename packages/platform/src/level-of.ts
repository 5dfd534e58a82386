import { isContention } from './database/failures.ts'
import { AppError } from './errors.ts'

/**
 * How loud a failure is in the log. `error` is what somebody has to look at: a fault of ours, or a database that is away.
 * That two writers met, that a caller was wrong or that the Web API refused is told to the caller, and is `info`.
 */
export function levelOf(error: unknown): 'error' | 'warn' | 'info' {
  if (error instanceof AppError) {
    if (error.code === 'internal') return 'error'
    return error.code === 'unavailable' && error.cause !== undefined ? levelOf(error.cause) : 'info'
  }
  if (isContention(error)) return 'info'
  return isOverload(error) ? 'warn' : 'error'
}

/** What Fastify's plugins throw to keep a busy server from falling further behind. */
const isOverload = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 503
