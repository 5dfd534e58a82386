import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RequestInput } from './operation.ts'

// Parameters of the path, and the first of repeated parameters of the query.
const params = z.record(z.string(), z.string())
const query = z.record(
  z.string(),
  z.preprocess((value) => (Array.isArray(value) ? value[0] : value), z.string()),
)

const prefersRepresentation = ({ headers }: FastifyRequest): boolean =>
  (headers.prefer ?? '')
    .toString()
    .split(',')
    .some((preference) => /^\s*return\s*=\s*"?representation"?\s*(;|$)/i.test(preference))

export const requestInput = (request: FastifyRequest): RequestInput => ({
  params: params.parse(request.params),
  query: query.parse(request.query),
  body: typeof request.body === 'string' ? request.body : '',
  ifMatch: request.headers['if-match'],
  prefersRepresentation: prefersRepresentation(request),
  host: request.host,
})
