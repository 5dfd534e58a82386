import type { z } from 'zod'
import type { Action, ProtectedKind } from '../policy.ts'
import type { Deployment } from './deployment.ts'

/**
 * Who may call an endpoint. There is no default, so an endpoint without a rule does not compile.
 * `may` refers to a resource's own rule in `policy.ts`; what depends on the record is checked by the service.
 */
export type Caller =
  | 'anyone'
  | 'signed-in'
  | 'superuser'
  | 'api-key'
  | 'public-token'
  | { readonly may: Action; readonly resource: ProtectedKind }

/**
 * What a write says it was decided from, so that nothing is overwritten that nobody has looked at. There is no default,
 * so a write without one does not compile. `version`: the `ETag` of what it changes, in `If-Match`. `preview`: what its
 * dry run listed, in `If-Preview-Match`; for what touches many objects at once. `none`: it overwrites nothing.
 */
export type Precondition = 'version' | 'preview' | 'none'

type Method =
  | { readonly method: 'GET'; readonly precondition?: undefined }
  | { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly precondition: Precondition }

export type Endpoint = Method & {
  /** From the root of the host; a parameter is `:name`. Answers with and without a trailing slash (decision D10). */
  readonly path: `/${string}`
  readonly summary: string
  readonly deployments: readonly Deployment[]
  readonly caller: Caller
  /** What is said to whoever is signed in and may not call it, where the usual sentence is not the one that is specified. */
  readonly refusal?: string
  /**
   * A write needs the CSRF token. `own-origin`: it does not where the browser says that it comes from the console's own
   * pages (decision D7a).
   */
  readonly csrf?: 'own-origin'
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Bytes that a body may have, where it is not `usualBodyLimit`. */
  readonly bodyLimit?: number
  readonly answer: z.ZodType
  /** Status of a good answer, where it is not 201 for POST and 200 for the rest. */
  readonly success?: 200 | 201
}

export const [kilobyte, megabyte] = [1024, 1024 ** 2]

const usualBodyLimit = 256 * kilobyte
/** Where nothing is to be sent. */
const noBodyLimit = 4 * kilobyte

/** Bytes that a body sent to this endpoint may have. */
export const bodyLimitOf = ({ body, bodyLimit }: Endpoint): number => bodyLimit ?? (body ? usualBodyLimit : noBodyLimit)

/** Returns its argument, so that every endpoint keeps its own exact type. */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What a handler receives. */
export type InputOf<E extends Endpoint> = {
  readonly params: Parsed<E['params']>
  readonly query: Parsed<E['query']>
  readonly body: Parsed<E['body']>
}

type Given<Name extends string, Schema> = Schema extends z.ZodType
  ? { readonly [K in Name]: z.input<Schema> }
  : { readonly [K in Name]?: undefined }

/** What a caller has to give. */
export type CallOf<E extends Endpoint> = Given<'params', E['params']> &
  (E['query'] extends z.ZodType ? { readonly query?: z.input<E['query']> } : { readonly query?: undefined }) &
  Given<'body', E['body']>

export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
