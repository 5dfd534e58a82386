import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { excessOf, mostValuesIn } from './json-bounds.ts'

/** Reads JSON bodies as Fastify does, but only those that are modest: see `excessOf`. */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const excess = excessOf(text, mostValuesIn(request.routeOptions.bodyLimit))
    if (excess !== undefined) return done(new AppError('invalid_input', excess))
    parse(request, text, done)
  })
}
