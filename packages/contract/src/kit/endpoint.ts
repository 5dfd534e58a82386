import type { z } from 'zod'
import type { Deployment } from './deployment.ts'
import type { MachineScope } from './machine-scopes.ts'
import type { Action, ProtectedKind } from './policy.ts'

/**
 * The callers of an endpoint that is not for machines. There is no default, so an endpoint without a rule does not compile. `may` refers to
 * a resource's own rule in `policy.ts`; the service checks what depends on the record.
 */
export type PersonalCaller =
  | 'anyone'
  | 'user'
  | 'superuser'
  | 'public-token'
  | { readonly may: Action; readonly resource: ProtectedKind }

/**
 * The precondition of a write, which prevents overwriting a state that the user has not seen. There is no default, so a
 * write without one does not compile. `version`: the `ETag` of the object, in `If-Match`. `preview`: the digest of the
 * dry run, in `If-Preview-Match`; for writes that affect many objects. `none`: the write overwrites nothing.
 */
export type Precondition = 'version' | 'preview' | 'none'

type Method =
  | { readonly method: 'GET'; readonly precondition?: undefined }
  | { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly precondition: Precondition }

/** An endpoint of machines says which of the scopes of keys it belongs to. */
type Called =
  | { readonly caller: 'api-key'; readonly scope: MachineScope }
  | { readonly caller: PersonalCaller; readonly scope?: undefined }

/** What one method of an address takes and returns, in the console and in the Web API. */
export interface Declared {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** From the root of the host, or of the API; a parameter is `:name`. A trailing slash is accepted too (decision D10). */
  readonly path: `/${string}`
  readonly summary: string
  /** Who may call it; there is no default. */
  readonly caller: unknown
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Maximum size of a body in bytes, if it is not `usualBodyLimit`. */
  readonly bodyLimit?: number
  readonly answer: z.ZodType
  /** Status of a successful response, if it is not 201 for POST and 200 for other methods. */
  readonly success?: 200 | 201
}

interface Declaration extends Declared {
  readonly deployments: readonly Deployment[]
  /** The message for logged-in users without permission, if the specification has another one than usual. */
  readonly refusal?: string
  /**
   * Whether a write needs the CSRF token. `own-origin`: not if the browser says that it comes from the console's own
   * pages (decision D7a). `cross-site`: a page of another site posts it by design, so the write must not use the session
   * of the browser, and its message has to prove its origin.
   */
  readonly csrf?: 'own-origin' | 'cross-site'
  /** `allowed`: also for users who have to set up a second factor before anything else. */
  readonly beforeSecondFactor?: 'allowed'
  /** `recent`: the user must have proved who they are within the last minutes. */
  readonly reauthentication?: 'recent'
  /**
   * Whether keys of users are accepted. By default they are where `caller` refers to a resource that accepts them, and
   * nowhere else; never where a recent login is needed.
   */
  readonly userKeys?: 'accepted'
}

export type Endpoint = Method & Called & Declaration

export const [kilobyte, megabyte] = [1024, 1024 ** 2]

const usualBodyLimit = 256 * kilobyte
/** Absent if the request has none. */
const noBodyLimit = 4 * kilobyte

/** Maximum size of a body of this endpoint in bytes. */
export const bodyLimitOf = ({ body, bodyLimit }: Declared): number => bodyLimit ?? (body ? usualBodyLimit : noBodyLimit)

/** Status of a successful response of this endpoint. */
export const successOf = ({ method, success }: Declared): 200 | 201 => success ?? (method === 'POST' ? 201 : 200)

/** Whether scripts can call this endpoint with the key of a user. */
export function acceptsUserKeys({ caller, reauthentication, userKeys }: Endpoint): boolean {
  if (reauthentication !== undefined) return false
  return (userKeys ?? (typeof caller === 'object' ? caller.resource.userKeys : undefined)) === 'accepted'
}

/** Returns its argument, so that every endpoint keeps its own exact type. */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint

type Rest = Called & Omit<Declaration, 'method' | 'success'>

/** An endpoint that reads. */
export const defineRead = <const E extends Rest>(endpoint: E) => ({ ...endpoint, method: 'GET' }) as const

/** A `POST` that adds no object: its success is 200. */
export const defineAction = <const E extends Rest & { readonly precondition: Precondition }>(endpoint: E) =>
  ({ ...endpoint, method: 'POST', success: 200 }) as const

/** The same read for everybody, at the address that begins with `public_`. */
export const openToVisitors = <const E extends Endpoint & { readonly method: 'GET' }>({
  path,
  summary,
  caller: _,
  userKeys: __,
  ...endpoint
}: E) =>
  ({
    ...endpoint,
    path: path.replace('/internal/', '/internal/public_') as Declared['path'],
    summary: `${summary}; public`,
    userKeys: 'accepted',
    caller: 'anyone',
  }) as const

/** What a schema makes of what it is given. */
export type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The input of a handler. */
export type InputOf<E extends Endpoint> = {
  readonly params: Parsed<E['params']>
  readonly query: Parsed<E['query']>
  readonly body: Parsed<E['body']>
}

type Given<Name extends string, Schema> = Schema extends z.ZodType
  ? { readonly [K in Name]: z.input<Schema> }
  : { readonly [K in Name]?: undefined }

/** The input of a client's call. */
export type CallOf<E extends Endpoint> = Given<'params', E['params']> &
  (E['query'] extends z.ZodType ? { readonly query?: z.input<E['query']> } : { readonly query?: undefined }) &
  Given<'body', E['body']>

export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
