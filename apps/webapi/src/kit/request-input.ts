import type { Parsed } from '@quatrain/contract/kit/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BodyStream, noChunks } from './body-stream.ts'
import { requestedDay } from './days.ts'
import type { Endpoint, RequestInput } from './endpoint.ts'
import { readBody, storableText } from './json-body.ts'
import type { Header } from './parameters.ts'

const params = z.record(z.string(), storableText())
const queryLists = z.record(
  z.string(),
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(storableText())),
)

const prefersRepresentation = (prefer: string): boolean =>
  prefer.split(',').some((preference) => /^\s*return\s*=\s*"?representation"?\s*(;|$)/i.test(preference))

/** What a handler receives of a request: the parts that its endpoint declares. */
export function requestInput<E extends Endpoint>(
  request: FastifyRequest,
  endpoint: E,
  now: Date,
): RequestInput<Parsed<E['body']>> {
  const { query = { shape: {} }, headers = { shape: {} }, body } = endpoint
  const knownEntries = Object.entries(queryLists.parse(request.query)).filter(([name]) => name in query.shape)
  const firsts: RequestInput['query'] = Object.fromEntries(knownEntries.map(([name, [first = '']]) => [name, first]))
  const header = (name: Header) => (name in headers.shape ? request.headers[name]?.toString() : undefined)
  return {
    params: params.parse(request.params),
    query: firsts,
    queryLists: Object.fromEntries(knownEntries),
    get day() {
      return requestedDay(firsts.date, now)
    },
    get body() {
      return (body && readBody(String(request.body ?? ''), body)) as Parsed<E['body']>
    },
    chunks: request.body instanceof BodyStream ? request.body : noChunks,
    ifMatch: header('if-match'),
    ifNoneMatch: header('if-none-match'),
    prefersRepresentation: prefersRepresentation(header('prefer') ?? ''),
    host: request.host,
  }
}
