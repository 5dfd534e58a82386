import { apiKeyHeader, errorEnvelope } from '@quatrain/contract/web-api/envelopes.ts'
import type { z } from 'zod'
import { UpstreamError } from './upstream-error.ts'

export interface Connection {
  /** Address of the service, up to and without the path; no trailing slash. */
  readonly url: string
  readonly key: string
  /** Milliseconds after which a call is given up. */
  readonly timeout: number
}

/** Bytes of an answer that are read at most: a service gone wrong must not fill the memory. */
const longestAnswer = 64 * 1024 * 1024

/**
 * One call of the Web API. `answer` is what a good answer looks like; any other counts as none at all. Throws
 * `UpstreamError` with a sentence that says what happened, and the service's own words where it gave some.
 */
export async function call<Answer>(
  { url, key, timeout }: Connection,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  answer: z.ZodType<Answer>,
  body?: unknown,
): Promise<Answer> {
  const sent = await send(
    `${url}${path}`,
    {
      method,
      headers: {
        accept: 'application/json',
        [apiKeyHeader]: key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
      redirect: 'error',
    },
    timeout,
  )
  if (sent.status >= 500) throw new UpstreamError(refusalOf(sent), { nothingHappened: false, status: sent.status })
  if (sent.status >= 400) throw new UpstreamError(refusalOf(sent), { nothingHappened: true, status: sent.status })
  const parsed = answer.safeParse(sent.body)
  if (!parsed.success) {
    throw new UpstreamError('The Web API gave an answer that cannot be understood.', {
      nothingHappened: false,
      cause: parsed.error,
    })
  }
  return parsed.data
}

interface Sent {
  readonly status: number
  readonly body: unknown
}

async function send(url: string, request: RequestInit, timeout: number): Promise<Sent> {
  try {
    const response = await fetch(url, request)
    return { status: response.status, body: await bodyOf(response) }
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new UpstreamError(
      late ? `The Web API did not answer within ${timeout / 1000} seconds.` : 'The Web API cannot be reached.',
      { nothingHappened: neverGotThere(error), cause: error },
    )
  }
}

/** The connection was not even made. */
function neverGotThere(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH'
}

async function bodyOf(response: Response): Promise<unknown> {
  if (Number(response.headers.get('content-length') ?? 0) > longestAnswer) {
    throw new UpstreamError('The Web API gave an answer that is too large.', { nothingHappened: false })
  }
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The service's own words are where its two forms of errors have them: `status.details` or `errors[0].details`. */
function refusalOf({ status, body }: Sent): string {
  const parsed = errorEnvelope.safeParse(body)
  const details = parsed.data?.status.details ?? parsed.data?.errors?.[0]?.details
  if (details) return details
  if (status === 401 || status === 403) return `The Web API refused the key (${status}).`
  return `The Web API answered ${status}.`
}
