import type { Declared, Parsed } from '@quatrain/contract/kit/endpoint.ts'
import type { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { z } from 'zod'
import type { Caller } from './callers.ts'
import type { QueryParameter } from './parameters.ts'
import type { Db } from './tenancy.ts'

/** What one method of an address takes and returns. */
export interface Endpoint extends Declared {
  /** The keys that open the endpoint: every key of a tenant, those that may write, or those of administrators. */
  readonly caller: 'reader' | 'writer' | 'administrator'
  /** The headers with a meaning; like of the query, nothing else reaches the handler. See `parameters.ts`. */
  readonly headers?: z.ZodObject
  /** Whether the handler receives the body as `chunks`. */
  readonly isStreamed?: true
}

/** Everything a handler may use for one request. `db` is bound to the client's tenant. */
export interface Context {
  readonly db: Db
  readonly caller: Caller
  readonly now: Date
}

/** The context of an administrator: no tenant's rows are visible. */
export type AdministratorContext = Omit<Context, 'caller'>

export type ContextOf<E extends Endpoint> = E['caller'] extends 'administrator' ? AdministratorContext : Context

/**
 * What a handler receives of a request. Each part is read when the handler asks for it, so the first invalid one refuses
 * the request.
 */
export interface RequestInput<Body = unknown> {
  readonly params: Readonly<Record<string, string>>
  /** The parameters; a repeated one has its first value. */
  readonly query: Readonly<Partial<Record<QueryParameter, string>>>
  /** All values of each parameter. */
  readonly queryLists: Readonly<Partial<Record<QueryParameter, readonly string[]>>>
  /** The day of `?date=`, by default today. Throws a refusal for an invalid date. */
  readonly day: string
  /** Throws a refusal for a malformed body. */
  readonly body: Body
  /** The body as it arrives, if the endpoint is streamed; empty otherwise. */
  readonly chunks: AsyncIterable<Uint8Array>
  readonly ifMatch: string | undefined
  /** The states that the client has already. A read of one of them is answered with 304 and no body. */
  readonly ifNoneMatch: string | undefined
  /** The client prefers the stored item over a short response (RFC 7240). */
  readonly prefersRepresentation: boolean
  /** Host and port as the client addresses them. */
  readonly host: string
}

export interface Answer {
  /** An object, or JSON that is sent unchanged. */
  readonly body: object | WrittenJson
  readonly etag?: string
  /** The body is the stored item, because the client prefers it. */
  readonly isRepresentation?: true
}

export type Handler<E extends Endpoint> = (ctx: ContextOf<E>, input: RequestInput<Parsed<E['body']>>) => Promise<Answer>
