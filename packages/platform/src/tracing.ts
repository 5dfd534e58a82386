// Spans of OpenTelemetry, which are recorded only if the operator loads an SDK (docs/monitoring.md).
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { textIn } from '#database/failures.ts'

const tracer = trace.getTracer('quatrain')
const requestId = createContextKey('id of the request')
const requestIdAttribute = 'quatrain.request_id'
const headersOf: TextMapGetter<FastifyRequest['headers']> = {
  keys: (headers) => Object.keys(headers),
  get: (headers, name) => headers[name],
}

/**
 * A span for each request, named by its method and route. `callers` says who calls: the spans of other services of the installation
 * are continued; those of the public are linked only, because a caller would decide what is recorded.
 */
export function traceRequests(app: FastifyInstance, callers: 'public' | 'services'): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _, done) => {
    const caller = propagation.extract(context.active(), request.headers, headersOf)
    const link = callers === 'public' ? trace.getSpanContext(caller) : undefined
    const parent = callers === 'public' ? context.active() : caller
    const { method, url = 'unknown' } = { method: request.method, url: request.routeOptions.url }
    const attributes = { 'http.request.method': method, 'http.route': url, [requestIdAttribute]: request.id }
    const options = { kind: SpanKind.SERVER, attributes, links: link ? [{ context: link }] : [] }
    const span = tracer.startSpan(`${method} ${url}`, options, parent)
    const spanContext = trace.setSpan(parent, span).setValue(requestId, request.id)
    contexts.set(request, spanContext)
    context.with(spanContext, done)
  })
  // The body arrives in events of the connection, outside of what the first hook began.
  app.addHook('preValidation', (request, _, done) => context.with(contexts.get(request) ?? context.active(), done))
  app.addHook('onResponse', async (request, reply) => {
    const span = spanOf(contexts.get(request))
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** A span for one statement, without its values. */
export function traceStatement<T>(text: string, work: () => Promise<T>): Promise<T> {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
  return traced(/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement', attributes, work)
}

/**
 * A span for one call of another service; queries, which can contain names, are left out. `work` sends the headers it receives, so that the spans of the service belong to it, and
 * returns the status of the response.
 */
export function traceCall<T extends { readonly status: number }>(
  call: { readonly method: string; readonly path: string; readonly host: string },
  work: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const attributes = {
    'http.request.method': call.method,
    'server.address': call.host,
    'url.path': call.path.replace(/\?.*/, ''),
  }
  return traced(call.method, attributes, async (span) => {
    const headers: Record<string, string> = {}
    propagation.inject(context.active(), headers)
    const answer = await work(headers)
    span?.setAttribute('http.response.status_code', answer.status)
    return answer
  })
}

/** A span for work that no request began, such as a round of housekeeping. */
export const traceWork = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, { root: true }, (span) => ended(span, work))

/** A span of a client inside the current one; none without one: statements of the start belong to no trace. */
function traced<T>(name: string, attributes: Attributes, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!spanOf(context.active())?.isRecording()) return work()
  const id = context.active().getValue(requestId)
  const options = {
    kind: SpanKind.CLIENT,
    attributes: { ...attributes, ...(typeof id === 'string' && { [requestIdAttribute]: id }) },
  }
  return tracer.startActiveSpan(name, options, (span) => ended(span, () => work(span)))
}

const spanOf = (spanContext: Context | undefined) => spanContext && trace.getSpan(spanContext)

/** Messages of errors can contain values of users, so a span has only the kind of its error. */
async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const type = textIn(error, 'code') ?? (error instanceof Error ? error.name : 'unknown')
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}
