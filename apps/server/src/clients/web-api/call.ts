import { channel } from 'node:diagnostics_channel'
import { apiKeyHeader, errorEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import { parsedJson } from '@quatrain/platform/parsed-json.ts'
import { traceCall } from '@quatrain/platform/tracing.ts'
import { type Dispatcher, request as requestByUndici } from 'undici'
import type { z } from 'zod'
import { UpstreamError } from './upstream-error.ts'

export interface Connection {
  /** Base address of the service, without a trailing slash. */
  readonly url: string
  readonly key: string
  /** Milliseconds after which a call is aborted. */
  readonly timeout: number
  /** Sends the calls; that of undici by default. */
  readonly request?: typeof requestByUndici | undefined
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  /** Makes the call conditional: the service refuses it if the current entity tag differs. */
  readonly ifMatch?: string | undefined
  /** The service refuses a read with 304 if this is the current entity tag; it may ignore it. */
  readonly ifNoneMatch?: string | undefined
  /** Asks for what has been stored in the response to a write (RFC 7240); a service may ignore it. */
  readonly preferRepresentation?: true
  /** A longer response is an error; `maxResponseBytes` by default. */
  readonly maxBytes?: number | undefined
}

export interface WebApiAnswer<Body> {
  readonly body: Body
  /** The strong entity tag of the response, if the service sends one. */
  readonly etag: string | undefined
  /** The service says that the body is what it has stored. */
  readonly isRepresentation: boolean
  /** The number of characters of the response. */
  readonly length: number
}

/** One call; `answer` is the schema of a successful response. Throws `UpstreamError`. */
export type Ask = <Body>(request: Request, answer: z.ZodType<Body>) => Promise<WebApiAnswer<Body>>

/** A faulty service must not exhaust the memory. */
const maxResponseBytes = 64 * 1024 * 1024
/** The maximum number of characters of the service's own message that are passed on. */
const maxMessageLength = 1000

/**
 * Calls the Web API once. `answer` is the schema of a successful response; a response that does not match it is an
 * error. Throws `UpstreamError` with a message that says what happened, and the service's own message if it sent one.
 */
export async function call<Body>(
  connection: Connection,
  request: Request,
  answer: z.ZodType<Body>,
): Promise<WebApiAnswer<Body>> {
  const { method, path } = request
  const response = await traceCall({ method, path, host: new URL(connection.url).host }, (headers) =>
    timed(request, () => send(connection, request, headers)),
  )
  if (response.status >= 300) throw refusalOf(response)
  const parsed = answer.safeParse(response.body)
  if (!parsed.success) {
    throw new UpstreamError('The response of the Web API is invalid.', {
      certainlyNotApplied: false,
      cause: parsed.error,
    })
  }
  return { ...response, body: parsed.data }
}

/** A call that has ended; `status` is undefined if there was no response. */
export interface EndedCall {
  readonly method: string
  readonly path: string
  readonly status: number | undefined
  readonly seconds: number
}

/** Receives an `EndedCall` for each call. */
export const endedCalls = channel('quatrain.web-api')

async function timed(request: Request, send: () => Promise<ReceivedAnswer>): Promise<ReceivedAnswer> {
  const start = performance.now()
  let status: number | undefined
  try {
    const response = await send()
    status = response.status
    return response
  } finally {
    const { method, path } = request
    const ended: EndedCall = { method, path, status, seconds: (performance.now() - start) / 1000 }
    endedCalls.publish(ended)
  }
}

interface ReceivedAnswer extends WebApiAnswer<unknown> {
  readonly status: number
}

const representation = 'return=representation'

async function send(
  { url, key, timeout, request: sendRequest = requestByUndici }: Connection,
  request: Request,
  traceHeaders: Readonly<Record<string, string>>,
): Promise<ReceivedAnswer> {
  const { method, path, body, ifMatch, ifNoneMatch, preferRepresentation, maxBytes = maxResponseBytes } = request
  try {
    // Redirects are not followed.
    const {
      statusCode,
      headers,
      body: received,
    } = await sendRequest(addressOf(url, path), {
      method,
      headers: {
        ...traceHeaders,
        accept: 'application/json',
        // Proxies that compress responses may change their entity tags.
        'accept-encoding': 'identity',
        [apiKeyHeader]: key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
        ...(preferRepresentation && { prefer: representation }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    })
    const text = await textOf(received, Number(headers['content-length'] ?? 0), maxBytes)
    return {
      status: statusCode,
      body: parsedJson(text),
      length: text.length,
      etag: strongTagOf(headers.etag),
      isRepresentation: headers['preference-applied'] === representation,
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : failureOf(error, timeout)
  }
}

/**
 * Segments that clients and proxies would resolve to another path: `.`, `..`, and segments with a separator, in any
 * encoding.
 */
const elsewhere = /(^|\/)(\.|%2e){1,2}(\/|$)|%2f|%5c|%25|\\/i

/** Throws if the path would resolve to another one; no id looks like that. */
function addressOf(url: string, path: string): string {
  const [address = ''] = path.split('?', 1)
  if (!elsewhere.test(address)) return `${url}${path}`
  throw new UpstreamError('The Web API has no object with this id.', { certainlyNotApplied: true, isMissing: true })
}

/** Reads at most the allowed number of bytes, whatever length the service has announced. */
async function textOf(body: Dispatcher.ResponseData['body'], announced: number, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  if (announced <= maxBytes) {
    for await (const chunk of body) {
      length += chunk.length
      if (length > maxBytes) break
      chunks.push(chunk)
    }
    if (length <= maxBytes) return Buffer.concat(chunks).toString('utf8')
  }
  body.on('error', () => {}).destroy()
  throw new UpstreamError('The response of the Web API is too large.', { certainlyNotApplied: false, isTooLarge: true })
}

/** A weak tag does not identify one state. */
const strongTagOf = (etag: string | string[] | undefined): string | undefined =>
  typeof etag === 'string' && etag.startsWith('"') ? etag : undefined

function failureOf(error: unknown, timeout: number): UpstreamError {
  if (error instanceof Error && error.name === 'TimeoutError') {
    const detail = `The Web API did not answer within ${timeout / 1000} seconds.`
    return new UpstreamError(detail, { certainlyNotApplied: false, cause: error })
  }
  if (isUnreachable(error)) {
    return new UpstreamError('The Web API cannot be reached.', { certainlyNotApplied: true, cause: error })
  }
  return new UpstreamError('The connection to the Web API was lost.', { certainlyNotApplied: false, cause: error })
}

/** Whether a call failed because the connection was not established. */
function isUnreachable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && unreachable.has(code)
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The service's own message, which its error formats have in `status.details`, `errors[0].details` or `message`. */
function refusalOf({ status, body }: ReceivedAnswer): UpstreamError {
  const { data: envelope } = errorEnvelope.safeParse(body)
  const words = envelope?.status?.details ?? envelope?.errors?.[0]?.details ?? envelope?.message
  return new UpstreamError(words ? words.slice(0, maxMessageLength) : sentenceFor(status), {
    // The call may have been performed if the response is a server error or a redirect.
    certainlyNotApplied: status >= 400 && status < 500,
    status,
    // A proxy can respond with 404 too; the service's own 404 has its error format.
    isMissing: status === 404 && (envelope?.status?.code ?? envelope?.code) === '404',
  })
}

function sentenceFor(status: number): string {
  if (status < 400) return `The Web API answered with a redirect (${status}), which is not followed.`
  if (status === 401 || status === 403) return `The Web API refused the key (${status}).`
  return `The Web API answered ${status}.`
}
