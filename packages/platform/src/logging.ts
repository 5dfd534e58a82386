import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'

export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** Structured logs, one JSON object a line, without secrets. */
export const logging = (level: (typeof logLevels)[number]): LoggerOptions => ({
  level,
  redact: ['req.headers.cookie', 'req.headers["x-api-key"]', 'req.headers["x-csrftoken"]', 'req.headers.authorization'],
  serializers: { err: errorForLog },
})

/** A log for what happens before there is a server to log it. */
export const loggerAt = (level: (typeof logLevels)[number]): Logger => pino(logging(level))

/**
 * What went wrong and where. Drivers of databases add more to an error, such as the parameters of the statement or the
 * row that was to be stored: hashes of passwords and sealed keys among them.
 */
function errorForLog(error: Error): object {
  const { type, message, stack, code, table, constraint } = stdSerializers.err(error)
  const several = error.cause instanceof AggregateError ? error.cause.errors : undefined
  return { type, message, stack, code, table, constraint, ...(several && { causes: several.map(errorForLog) }) }
}
