import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { excessOf, maxValuesIn } from './json-bounds.ts'

/**
 * Reads JSON bodies like Fastify, but refuses too complex ones: see `excessOf`. Clients send the content type of JSON
 * with an empty body too, which counts as no body (decision D33).
 */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    const excess = excessOf(text, maxValuesIn(request.routeOptions.bodyLimit))
    if (excess !== undefined) return done(new AppError('invalid_input', excess))
    parse(request, text, done)
  })
}
