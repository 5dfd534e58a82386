import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BodyStream, noChunks } from './body-stream.ts'
import type { RequestInput } from './operation.ts'

const params = z.record(z.string(), z.string())
const queryLists = z.record(
  z.string(),
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(z.string())),
)

const prefersRepresentation = ({ headers }: FastifyRequest): boolean =>
  (headers.prefer ?? '')
    .toString()
    .split(',')
    .some((preference) => /^\s*return\s*=\s*"?representation"?\s*(;|$)/i.test(preference))

export function requestInput(request: FastifyRequest): RequestInput {
  const { body } = request
  const lists = queryLists.parse(request.query)
  return {
    params: params.parse(request.params),
    query: Object.fromEntries(Object.entries(lists).map(([name, [first = '']]) => [name, first])),
    queryLists: lists,
    body: typeof body === 'string' ? body : '',
    chunks: body instanceof BodyStream ? body : noChunks,
    ifMatch: request.headers['if-match'],
    ifNoneMatch: request.headers['if-none-match'],
    prefersRepresentation: prefersRepresentation(request),
    host: request.host,
  }
}
