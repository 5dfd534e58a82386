import type { LoggerOptions } from 'pino'

export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** Structured logs, one JSON object a line, without secrets. */
export const logging = (level: (typeof logLevels)[number]): LoggerOptions => ({
  level,
  redact: ['req.headers.cookie', 'req.headers["x-api-key"]', 'req.headers["x-csrftoken"]', 'req.headers.authorization'],
})
