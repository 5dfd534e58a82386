import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'

export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** Structured logs without secrets, one JSON object per line. */
export const logging = (level: (typeof logLevels)[number]): LoggerOptions => ({
  level,
  redact: ['req.headers.cookie', 'req.headers["x-api-key"]', 'req.headers["x-csrftoken"]', 'req.headers.authorization'],
  serializers: { err: errorForLog },
})

/** A log for the time before a server exists. */
export const loggerAt = (level: (typeof logLevels)[number]): Logger => pino(logging(level))

/**
 * The message and the stack of an error. Database drivers add more to it, such as parameters of the statement or the
 * rejected row, which can contain password hashes and encrypted keys.
 */
function errorForLog(error: Error): object {
  const { type, message, stack, code, table, constraint } = stdSerializers.err(error)
  const causes = error.cause instanceof AggregateError ? error.cause.errors : undefined
  return { type, message, stack, code, table, constraint, ...(causes && { causes: causes.map(errorForLog) }) }
}
