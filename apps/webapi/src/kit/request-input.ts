import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BodyStream, noChunks } from './body-stream.ts'
import type { Reads, RequestInput } from './operation.ts'
import type { Header } from './parameters.ts'

const params = z.record(z.string(), z.string())
const queryLists = z.record(
  z.string(),
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(z.string())),
)

const prefersRepresentation = (prefer: string): boolean =>
  prefer.split(',').some((preference) => /^\s*return\s*=\s*"?representation"?\s*(;|$)/i.test(preference))

/** What an operation that reads these parts receives of a request. */
export function requestInput(request: FastifyRequest, { query = [], headers = [] }: Reads = {}): RequestInput {
  const { body } = request
  const sent = queryLists.parse(request.query)
  const lists = query.flatMap((name) => (sent[name] ? [[name, sent[name]] as const] : []))
  const header = (name: Header) => (headers.includes(name) ? request.headers[name]?.toString() : undefined)
  return {
    params: params.parse(request.params),
    query: Object.fromEntries(lists.map(([name, [first = '']]) => [name, first])),
    queryLists: Object.fromEntries(lists),
    body: typeof body === 'string' ? body : '',
    chunks: body instanceof BodyStream ? body : noChunks,
    ifMatch: header('if-match'),
    ifNoneMatch: header('if-none-match'),
    prefersRepresentation: prefersRepresentation(header('prefer') ?? ''),
    host: request.host,
  }
}
