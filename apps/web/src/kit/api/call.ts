import { csrf, shownUserHeader } from '@quatrain/contract/accounts/session.ts'
import { addressOfCall, type CallInput, mayBeDone, secondsOfCall } from '@quatrain/contract/kit/calls.ts'
import type { CallOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { useLayoutEffect } from 'react'
import { z } from 'zod'
import { slowCalls } from '#ui/messages.ts'
import { ApiError, isApiError, refusal } from './api-error.ts'

/** Headers of the call. */
export interface Conditions {
  /** The version of the object that the caller has seen. */
  readonly ifMatch?: string | undefined
  /** The digest of the preview that the user confirmed. */
  readonly ifPreviewMatch?: string | undefined
  /** The public token, for reads of the Web API by anonymous visitors. */
  readonly apiKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Calls a declared endpoint. Only this module knows addresses, headers and the format of failures. */
export async function call<E extends Endpoint>(endpoint: E, input: CallOf<E>, conditions?: Conditions) {
  return (await callWithVersion(endpoint, input, conditions)).answer
}

/** Like `call`, with the version of the object, which a change must send. */
export function callWithVersion<E extends Endpoint>(endpoint: E, input: CallOf<E>, conditions?: Conditions) {
  return callFor<E['answer']>(endpoint.answer, endpoint, input, conditions)
}

/**
 * Like `callWithVersion`, for the few calls whose response depends on more than the endpoint. If the call needs a recent
 * login, the user is asked for it, and the call is repeated.
 */
export async function callFor<Schema extends z.ZodType>(
  expected: Schema,
  endpoint: Endpoint,
  input: CallInput,
  conditions: Conditions = {},
): Promise<{ answer: z.output<Schema>; etag: string | undefined }> {
  const url = addressOfCall(endpoint, input)
  const { response, body } = await withTimeLimit(endpoint.method, conditions.signal, async (signal) => {
    const early = endpoint.method === 'GET' && conditions.apiKey === undefined ? earlyAnswer(url, signal) : undefined
    const response = await (early ?? send(endpoint.method, url, input.body, { ...conditions, signal }))
    return { response, body: await readBody(response) }
  }).catch((error) => {
    if (!isApiError(error, 'no_answer', 'too_late') || !isWrite(endpoint, input)) throw error
    throw new ApiError(error.code, 0, `${error.message} ${mayBeDone}`, undefined, error.cause)
  })
  if (!response.ok) {
    const refused = refusal(response, body, { method: endpoint.method, url })
    const isAsked = endpoint.reauthentication === 'recent' && isApiError(refused, 'reauthentication_required')
    if (isAsked && (await proveIdentity())) return callFor(expected, endpoint, input, conditions)
    throw refused
  }
  // Only a response without content may be empty: a proxy that requires a login responds with 200 and its own page.
  const answer = z.safeParse(expected, response.status === 204 ? {} : body)
  if (!answer.success) throw unexpected(endpoint, response, answer.error)
  return { answer: answer.data, etag: response.headers.get('etag') ?? undefined }
}

/** Reads what the next page will probably show; the call of that page gets the answer. */
export const askEarly = (url: string): void => readEarly(url, (signal) => send('GET', url, undefined, { signal }))

/** Whether the request would change something. */
const isWrite = ({ method }: Endpoint, { query }: CallInput): boolean =>
  method !== 'GET' && Object(query).dry_run === undefined

async function send(method: string, url: string, body: unknown, conditions: Conditions): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (conditions.ifMatch !== undefined) headers.set('if-match', conditions.ifMatch)
  if (conditions.ifPreviewMatch !== undefined) headers.set('if-preview-match', conditions.ifPreviewMatch)
  if (conditions.apiKey !== undefined) headers.set(apiKeyHeader, conditions.apiKey)
  if (method !== 'GET') headers.set(csrf.header, readCookie(csrf.cookie) ?? '')
  const user = shownUser()
  if (user !== undefined) headers.set(shownUserHeader, encodeURIComponent(user))
  if (body !== undefined) headers.set('content-type', 'application/json')
  const init = { method, headers, signal: conditions.signal ?? null, credentials: 'same-origin' } as const
  if (method !== 'GET') forgetEarlyAnswers()
  try {
    return await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) })
  } catch (error) {
    if (conditions.signal?.aborted) throw error
    throw new ApiError('no_answer', 0, 'The server cannot be reached.', undefined, error)
  } finally {
    if (method !== 'GET') forgetEarlyAnswers()
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unexpected = ({ method, path }: Endpoint, { status, headers }: Response, cause: unknown) =>
  new ApiError(
    'unexpected_answer',
    status,
    `The server's answer to ${method} ${path} is not what this version of the console expects. Reload the page.`,
    { requestId: headers.get('x-request-id') ?? undefined },
    cause,
  )

/** The value of a readable cookie. */
function readCookie(name: string): string | undefined {
  const start = `${name}=`
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return pair && decodeURIComponent(pair.slice(start.length))
}

/** As long as queries count an answer as new. */
const maxAgeMs = 10_000

interface Read {
  readonly at: number
  /** An answer that nobody has used yet. */
  readonly early?: { readonly response: Promise<Response>; readonly limit: AbortController }
}

/** The reads of the last seconds by their addresses. */
const reads = new Map<string, Read>()

const recentRead = (url: string): Read | undefined => {
  const read = reads.get(url)
  return read && Date.now() - read.at < maxAgeMs ? read : undefined
}

/** Makes a read whose answer will probably be needed, unless it was made just now. */
function readEarly(url: string, read: (signal: AbortSignal) => Promise<Response>): void {
  if (recentRead(url)) return
  const limit = new AbortController()
  const response = read(limit.signal)
  // Whoever needs the answer handles the failure.
  response.catch(() => {})
  reads.set(url, { at: Date.now(), early: { response, limit } })
}

/** The answer of an early read, once; `signal` aborts it. From now on the read counts as made. */
function earlyAnswer(url: string, signal: AbortSignal | undefined): Promise<Response> | undefined {
  const early = recentRead(url)?.early
  reads.set(url, { at: Date.now() })
  if (!early) return undefined
  if (signal?.aborted) early.limit.abort()
  signal?.addEventListener('abort', () => early.limit.abort(), { once: true })
  return early.response
}

/** After a write, and when another user is shown. */
export const forgetEarlyAnswers = (): void => reads.clear()

type Asker = () => Promise<boolean>

let asker: Asker = async () => false
let asking: Promise<boolean> | undefined

/** Decides how users are asked to prove who they are; until then nobody is asked. */
export const proveIdentityWith = (newAsker: Asker): void => {
  asker = newAsker
}

/** Asks the user for a new proof of who they are. Calls at the same time share one question. */
function proveIdentity(): Promise<boolean> {
  asking ??= asker().finally(() => {
    asking = undefined
  })
  return asking
}

let displayedUser: string | undefined

/** The displayed user; undefined on the login page and on public pages. */
const shownUser = (): string | undefined => displayedUser

/** Declares the displayed user while the caller is mounted. Requests contain this user from then on. */
export function useShownUser(username: string): void {
  // Set before any effect that sends a request, and removed together with the screen.
  useLayoutEffect(() => {
    displayedUser = username
    return () => {
      displayedUser = undefined
    }
  }, [username])
}

const second = 1000
/** After this time, users are told that the console is still waiting. */
const slowAfter = 5 * second

/**
 * Makes a call, with a signal that aborts it when the caller does and at the end of its time (`secondsOfCall`), when it throws
 * `too_late`. A call of more than five seconds is counted in `slowCalls`.
 */
async function withTimeLimit<Answer>(
  method: Endpoint['method'],
  signal: AbortSignal | undefined,
  makeCall: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const limit = new AbortController()
  const limitTimer = setTimeout(() => limit.abort(), secondsOfCall(method) * second)
  let isSlow = false
  const slowTimer = setTimeout(() => {
    isSlow = true
    slowCalls.set((count) => count + 1)
  }, slowAfter)
  try {
    return await makeCall(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal)
  } catch (error) {
    if (!limit.signal.aborted || signal?.aborted) throw error
    const message = `The server did not answer within ${secondsOfCall(method)} seconds.`
    throw new ApiError('too_late', 0, message, undefined, error)
  } finally {
    clearTimeout(limitTimer)
    clearTimeout(slowTimer)
    if (isSlow) slowCalls.set((count) => count - 1)
  }
}
