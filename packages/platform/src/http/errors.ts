import { type ErrorBody, type ErrorCode, statusOfCode } from '@quatrain/contract/kit/errors.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { databaseError, isContention } from '../database/failures.ts'
import { AppError, invalidInput, maxFields } from '../errors.ts'
import { isBrokenOff } from './broken-off.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The store that errors of this route name; none if null, and that of its address if absent. */
    source?: ErrorBody['source'] | null
  }
}

/** The response to an error. */
interface ErrorAnswer {
  readonly status: number
  readonly body: object
  /** Whether it is logged, at its own level: a client gets no details of it. */
  readonly isForLog: boolean
}

/** How a server formats its errors. */
export interface ErrorForm {
  answerTo(error: unknown, request: FastifyRequest): ErrorAnswer
  /** The error at addresses without a route. */
  notFound(): Error
}

/** Sends every error of an instance in this format. Internal details are only logged. */
export function answerErrors(app: FastifyInstance, { answerTo, notFound }: ErrorForm) {
  app.setErrorHandler((error, request, reply) => {
    if (isBrokenOff(error, request)) return reply.code(400).send()
    const { status, body, isForLog } = answerTo(error, request)
    if (isForLog) request.log[levelOf(error)](error)
    return reply.code(status).send(body)
  })
  app.setNotFoundHandler(() => {
    throw notFound()
  })
}

/**
 * The log level of an error. `error` needs attention: an internal error, or a database that is unavailable. Conflicts
 * between writers, invalid requests and refusals of the Web API are reported to the client and logged as `info`.
 */
function levelOf(error: unknown): 'error' | 'warn' | 'info' {
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

type SourceAt = (url: string) => ErrorBody['source'] | null

/** The format of the contract. `sourceAt` returns the store that errors name at addresses without a route. */
export const contractErrors = (sourceAt: SourceAt = () => 'internal-api'): ErrorForm => ({
  answerTo(error, request) {
    const appError = appErrorOf(error, request)
    // The cause is never sent, and the Web API's own response is nowhere else.
    const isForLog = unexplained.includes(appError.code) || appError.cause !== undefined
    return { status: statusOfCode[appError.code], body: bodyOf(appError, request, sourceAt), isForLog }
  },
  notFound: () => new AppError('not_found', 'Not found.'),
})

const unexplained: readonly ErrorCode[] = ['internal', 'unavailable', 'upstream_failed']

/** What a client may know about an error. */
function appErrorOf(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const common = commonErrorOf(error, request)
  if (common) return common
  const { code, statusCode, message } = error as FastifyError
  if (noSuchText.test(code)) return new AppError('invalid_input', 'A text cannot contain the character U+0000.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return invalidInput({ body: 'The request body must be JSON' })
  if (
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    error instanceof SyntaxError
  ) {
    return new AppError('invalid_input', `JSON parse error - ${message}`)
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('invalid_input', message)
  return new AppError('internal', 'Internal server error', { cause: error })
}

/** The errors that every server has: a database that is away, a body that is too large, a server that is busy. */
export function commonErrorOf(error: unknown, request: FastifyRequest): AppError | undefined {
  const away = databaseError(error)
  if (away) return away
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new AppError('too_large', sentenceForTooLarge(request.routeOptions.bodyLimit))
  if (status === 503) return new AppError('unavailable', 'The server is busy. Try again in a moment.')
  return undefined
}

/** Returns the detail of the error 413; `bodyLimit` is in bytes. */
export const sentenceForTooLarge = (bodyLimit: number) => `The request body is larger than ${sizeOf(bodyLimit)}.`

/** PostgreSQL's errors for a character that it cannot store, in a text and in JSON. */
const noSuchText = /^(22021|22P05)$/

const kilobyte = 1024

/** `4 kB`, `1.5 MB` */
const sizeOf = (bytes: number) =>
  bytes < kilobyte ** 2 ? `${bytes / kilobyte} kB` : `${Number((bytes / kilobyte ** 2).toFixed(1))} MB`

function bodyOf({ code, message, extra }: AppError, request: FastifyRequest, sourceAt: SourceAt): ErrorBody {
  const { source: own = sourceAt(request.url) } = request.routeOptions?.config ?? {}
  const source = extra.source ?? own
  return {
    code,
    detail: message,
    ...(extra.fields && { fields: Object.fromEntries(Object.entries(extra.fields).slice(0, maxFields)) }),
    ...(source && { source }),
    requestId: request.id,
  }
}
