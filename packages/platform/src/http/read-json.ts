import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { excessOf, mostValuesIn } from './json-bounds.ts'

/**
 * Reads JSON bodies as Fastify does, but only those that are modest: see `excessOf`. Callers say that they send JSON with
 * writes that take no body, too, and send nothing: an empty body is no body (decision D33).
 */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    const excess = excessOf(text, mostValuesIn(request.routeOptions.bodyLimit))
    if (excess !== undefined) return done(new AppError('invalid_input', excess))
    parse(request, text, done)
  })
}
