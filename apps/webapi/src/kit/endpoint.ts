import type { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { z } from 'zod'
import type { Caller, Right } from './callers.ts'
import type { Header, QueryParameter } from './parameters.ts'
import type { Db } from './tenancy.ts'

/** Everything a handler may use for one request. `db` is bound to the client's tenant. */
export interface Context {
  readonly db: Db
  readonly caller: Caller
  readonly now: Date
}

/** The context of an administrator: no tenant's rows are visible. */
export type AdministratorContext = Pick<Context, 'db'>

/** The request, unparsed. */
export interface RequestInput {
  readonly params: Readonly<Record<string, string>>
  /** Of a repeated parameter, the first value. */
  readonly query: Readonly<Partial<Record<QueryParameter, string>>>
  /** All values of each parameter. */
  readonly queryLists: Readonly<Partial<Record<QueryParameter, readonly string[]>>>
  readonly body: string
  /** The body as it arrives, if the operation is streamed; `body` is then empty. */
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

/** What a handler receives of a request besides its address and its body. */
export interface Reads {
  readonly query?: readonly QueryParameter[]
  readonly headers?: readonly Header[]
}

/** What one method of an address takes and returns. The required permission has no default. */
export interface Declaration {
  /** What it does, in a few words. */
  readonly summary: string
  readonly right: Right
  /** Nothing else of the query and the headers reaches the handler. */
  readonly reads?: Reads
  /** The schema of the body that it reads. */
  readonly body?: z.ZodType
  /**
   * The schema of the response. Fields of an object that it does not have are dropped; JSON has to match it already.
   */
  readonly answer: z.ZodType
  readonly status?: 201
  /** Maximum size of the body in bytes; by default almost none, because it is not read. */
  readonly bodyLimit?: number
  /** Whether the handler receives the body as `chunks`. */
  readonly isStreamed?: true
}

export interface Operation<Ctx = Context> extends Declaration {
  handle(ctx: Ctx, asked: RequestInput): Promise<Answer>
}
