// Calls of a console over HTTP with the key of a user, typed by the contract.
import { addressOfCall, type CallInput, mayBeDone, secondsOfCall } from '@quatrain/contract/kit/calls.ts'
import type { AnswerOf, CallOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { type ErrorBody, errorBody } from '@quatrain/contract/kit/errors.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'
import { parsedJson } from '@quatrain/platform/parsed-json.ts'
import { z } from 'zod'
import { isUnreachable } from '#clients/web-api/call.ts'
import { messageOf } from '#features/status/finding.ts'

interface Connection {
  /** The origin of the console. */
  readonly url: string
  /** The key of a user. */
  readonly key: string
}

/** A call that was refused or has no answer. The message is a sentence for people. */
export class CallError extends Error {
  /** 0 if there is no response. */
  readonly status: number
  /** The body of the refusal; undefined if it is not the console's own. */
  readonly body: ErrorBody | undefined
  constructor(message: string, status = 0, body?: ErrorBody) {
    super(message)
    this.status = status
    this.body = body
  }
}

/** Calls an endpoint of the console, with the version that a change is based on. Throws `CallError`. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  ifMatch?: string,
) => Promise<{ readonly answer: AnswerOf<E>; readonly etag: string | undefined }>

/** The calls of one console. */
export const callerOf =
  (connection: Connection): Call =>
  <E extends Endpoint>(endpoint: E, input: CallOf<E>, ifMatch?: string) =>
    callFor<E['answer']>(connection, endpoint.answer, endpoint, { ...input, ifMatch })

interface Input extends CallInput {
  readonly ifMatch: string | undefined
}

async function callFor<Schema extends z.ZodType>(
  connection: Connection,
  expected: Schema,
  endpoint: Endpoint,
  input: Input,
) {
  const { response, body } = await send(connection, endpoint, input)
  if (!response.ok) {
    const { data: refusal } = errorBody.safeParse(body)
    const unknownAnswer = `${connection.url} answered ${response.status}, which is not the answer of a console.`
    throw new CallError(refusal?.detail ?? unknownAnswer, response.status, refusal)
  }
  const answer = z.safeParse(expected, body)
  if (answer.success) return { answer: answer.data, etag: response.headers.get('etag') ?? undefined }
  const call = `${endpoint.method} ${endpoint.path}`
  throw new CallError(`The answer of ${connection.url} to ${call} is not what this version of quatrain expects.`)
}

async function send({ url, key }: Connection, endpoint: Endpoint, input: Input) {
  const { method } = endpoint
  try {
    const response = await fetch(new URL(addressOfCall(endpoint, input), url), {
      method,
      headers: {
        accept: 'application/json',
        [apiKeyHeader]: key,
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(input.ifMatch !== undefined && { 'if-match': input.ifMatch }),
      },
      body: input.body === undefined ? null : JSON.stringify(input.body),
      // Another host must not get the key.
      redirect: 'manual',
      signal: AbortSignal.timeout(secondsOfCall(method) * 1000),
    })
    return { response, body: parsedJson(await response.text()) }
  } catch (error) {
    // What `fetch` throws has the reason as its cause.
    throw new CallError(failureOf(url, method, error instanceof TypeError && error.cause ? error.cause : error))
  }
}

function failureOf(url: string, method: Endpoint['method'], cause: unknown): string {
  const note = method === 'GET' ? '' : ` ${mayBeDone}`
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return `${url} did not answer within ${secondsOfCall(method)} seconds.${note}`
  }
  const isUntrusted = cause instanceof Error && 'code' in cause && /CERT|SIGNATURE/.test(String(cause.code))
  const advice = 'If you trust it, set NODE_EXTRA_CA_CERTS to the file of its authority.'
  if (isUntrusted) return `The certificate of ${url} is not accepted: ${messageOf(cause)}. ${advice}`
  if (isUnreachable(cause)) return `${url} cannot be reached: ${messageOf(cause)}.`
  return `The connection to ${url} was lost: ${messageOf(cause)}.${note}`
}
