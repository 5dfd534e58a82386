import { isContention } from './database/failures.ts'
import { AppError } from './errors.ts'

/**
 * The log level of an error. `error` needs attention: an internal error, or a database that is unavailable. Conflicts
 * between writers, invalid requests and refusals of the Web API are reported to the client and logged as `info`.
 */
export function levelOf(error: unknown): 'error' | 'warn' | 'info' {
  if (error instanceof AppError) {
    if (error.code === 'internal') return 'error'
    return error.code === 'unavailable' && error.cause !== undefined ? levelOf(error.cause) : 'info'
  }
  if (isContention(error)) return 'info'
  return isOverload(error) ? 'warn' : 'error'
}

/** The errors of Fastify's plugin that sheds load. */
const isOverload = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 503
