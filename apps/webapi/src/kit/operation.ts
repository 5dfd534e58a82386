import type { WrittenJson } from '@quatrain/platform/http/ordered-json.ts'
import type { z } from 'zod'
import type { Caller, Right } from './callers.ts'
import type { Db } from './tenancy.ts'

/** Everything a handler may use for one request. `db` is already bound to the caller's tenant. */
export interface Context {
  readonly db: Db
  readonly caller: Caller
  readonly now: Date
}

/** The same for an administrator: no rows of any tenant are visible. */
export type AdministratorContext = Pick<Context, 'db'>

/** What was asked, as it came. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>
  /** Of a parameter that is repeated, the first. */
  readonly query: Readonly<Record<string, string>>
  readonly body: string
  readonly ifMatch: string | undefined
  /** Whether the caller prefers what has been stored over a short answer (RFC 7240). */
  readonly prefersRepresentation: boolean
  /** Host and port as the caller knows them. */
  readonly host: string
}

export interface Answer {
  /** An object, or JSON that is sent as it is. */
  readonly body: object | WrittenJson
  readonly etag?: string
  /** The body is what has been stored, because the caller prefers it. */
  readonly isRepresentation?: true
}

/** One method of an address. There is no default for the right it takes. */
export interface Operation<Ctx = Context> {
  readonly right: Right
  /** What leaves the server. Of an object members that it does not name are dropped; JSON has to be like it already. */
  readonly answer: z.ZodType
  readonly status?: 201
  /** Bytes that a body may have; next to none where it is not said, since nothing is read there. */
  readonly bodyLimit?: number
  handle(ctx: Ctx, asked: Asked): Promise<Answer>
}
