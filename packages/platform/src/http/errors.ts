import { type ErrorBody, statusOfCode } from '@quatrain/contract/kit/errors.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { databaseError } from '../database/failures.ts'
import { AppError, invalidInput, maxFields } from '../errors.ts'
import { levelOf } from '../level-of.ts'
import { isBrokenOff } from './broken-off.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The store that errors of this route name; none if null, and that of its address if absent. */
    source?: ErrorBody['source'] | null
  }
}

/** How a server formats its errors. */
export interface ErrorForm {
  /** Sets the handlers of an instance. */
  answer(app: FastifyInstance): void
  /** The response to a request that reaches no route and no handler, such as one with a malformed percent escape. */
  unrouted(error: unknown, request: FastifyRequest): { readonly status: number; readonly body: object }
}

type SourceAt = (url: string) => ErrorBody['source'] | null

/** The format of the contract. `sourceAt` returns the store that errors name at addresses without a route. */
export const contractErrors = (sourceAt: SourceAt = () => 'internal-api'): ErrorForm => {
  const bodyOf = bodyWith(sourceAt)
  return {
    answer: (app) => answerErrors(app, bodyOf),
    unrouted: (error, request) => ({ status: 400, body: bodyOf(appErrorOf(error, request), request) }),
  }
}

type BodyOf = (appError: AppError, request: FastifyRequest) => ErrorBody

/** Sends every error in the format of the contract. Internal details are only logged. */
function answerErrors(app: FastifyInstance, bodyOf: BodyOf) {
  app.setErrorHandler((error, request, reply) => {
    if (isBrokenOff(error, request)) return reply.code(400).send()
    const appError = appErrorOf(error, request)
    // The cause is never sent, and the Web API's own response is nowhere else.
    const isForLog =
      appError.code === 'internal' || appError.code === 'unavailable' || appError.code === 'upstream_failed'
    if (isForLog || appError.cause !== undefined) request.log[levelOf(error)](error)
    return reply.code(statusOfCode[appError.code]).send(bodyOf(appError, request))
  })
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send(bodyOf(new AppError('not_found', 'Not found.'), request))
  })
}

/** What a client may know about an error. */
function appErrorOf(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const away = databaseError(error)
  if (away) return away
  const { code, statusCode, message } = error as FastifyError
  if (noSuchText.test(code)) return new AppError('invalid_input', 'A text cannot contain the character U+0000.')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError('too_large', `The request body is larger than ${sizeOf(request.routeOptions.bodyLimit)}.`)
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return invalidInput({ body: 'The request body must be JSON' })
  if (
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    error instanceof SyntaxError
  ) {
    return new AppError('invalid_input', `JSON parse error - ${message}`)
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('invalid_input', message)
  if (statusCode === 503) return new AppError('unavailable', 'The server is busy. Try again in a moment.')
  return new AppError('internal', 'Internal server error', { cause: error })
}

/** PostgreSQL's errors for a character that it cannot store, in a text and in JSON. */
const noSuchText = /^(22021|22P05)$/

const kilobyte = 1024

/** `4 kB`, `1.5 MB` */
export const sizeOf = (bytes: number) =>
  bytes < kilobyte ** 2 ? `${bytes / kilobyte} kB` : `${Number((bytes / kilobyte ** 2).toFixed(1))} MB`

/** The body of the error. */
const bodyWith =
  (sourceAt: SourceAt): BodyOf =>
  ({ code, message, extra }, request) => {
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
