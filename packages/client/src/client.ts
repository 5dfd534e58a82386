// Calls of a console over HTTP with the key of a user. The published package is this file with what it imports (`build.ts`).
import { internalApi } from '@quatrain/contract/kit/addresses.ts'
import { addressOfCall, mayBeDone, secondsOfCall } from '@quatrain/contract/kit/calls.ts'
import { apiKeyHeader } from '@quatrain/contract/web-api/envelopes.ts'

/** What each endpoint that accepts keys of users takes and answers. */
// biome-ignore lint/suspicious/noEmptyInterface: The build of the package declares its members.
export interface Endpoints {}

/** What a write would do. */
export interface DryRun {
  /** Identifies the effects: a write that repeats it as `ifPreviewMatch` is refused if its effects are different. */
  preview: string
}

export interface Connection {
  /** The address of the tenant's console, such as `https://alpine.example.org`. */
  readonly url: string
  /** The key of a user. */
  readonly key: string
  /** How often a call that can be repeated without harm is repeated; 3 times by default. */
  readonly retries?: number
  /** Seconds after which a call is given up; by default 30 for a read and 60 for a write. */
  readonly seconds?: number
}

export interface Input {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  /** The tag of the version that is changed. */
  readonly ifMatch?: string | undefined
  /** The `preview` of the dry run that was seen. */
  readonly ifPreviewMatch?: string | undefined
}

/** An answer, and the tag of its version, which a change sends as `ifMatch`. */
export interface Answer<Body> {
  readonly answer: Body
  readonly etag: string | undefined
}

/** What the console says of a refusal. */
export interface Refusal {
  readonly code: string
  /** A sentence for people. */
  readonly detail: string
  /** The errors of fields by their paths, such as `services.3.metric`. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  readonly requestId: string
}

/** A call that was refused or has no answer. The message is a sentence for people. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** 0 if there is no response. */
  readonly status: number
  /** Undefined if the response is not the console's own. */
  readonly refusal: Refusal | undefined
  /** Seconds after which the call can be repeated without harm; undefined if it could do something twice. */
  readonly retrySeconds: number | undefined
  constructor(
    message: string,
    details: { readonly status?: number; readonly refusal?: Refusal; readonly retrySeconds?: number; cause?: unknown },
  ) {
    super(message, { cause: details.cause })
    this.status = details.status ?? 0
    this.refusal = details.refusal
    this.retrySeconds = details.retrySeconds
  }
}

type Name = keyof Endpoints
type InputOf<N extends Name> = Omit<Endpoints[N], 'answer'> & Pick<Input, 'ifMatch' | 'ifPreviewMatch'>
type AnswerOf<N extends Name> = Endpoints[N] extends { answer: infer Body } ? Body : never
type BodyOf<N extends Name> = Endpoints[N] extends { body: infer Body } ? Body : never
/** The input, which may be left out if nothing in it is needed. */
type Given<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]
type NamesWith<Part> = { [N in Name]: Endpoints[N] extends Part ? N : never }[Name]
type RowOf<N extends Name> = AnswerOf<N> extends { rows: (infer Row)[] } ? Row : never

const pageSize = 100
const maxEdits = 5

/** The calls of one console. All of them throw `CallError`. */
export class ConsoleClient {
  readonly #connection: Connection
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Calls an endpoint by its method and path, such as `GET metricprofiles/:key`. */
  call<N extends Name>(name: N, ...[input]: Given<InputOf<N>>): Promise<Answer<AnswerOf<N>>> {
    return this.send(name, input)
  }

  /** What a write would do. */
  async dryRun<N extends NamesWith<{ query?: { dry_run?: unknown } }>>(name: N, input: InputOf<N>): Promise<DryRun> {
    const { query, ...inputWithoutQuery }: Input = input
    return (await this.send<DryRun>(name, { ...inputWithoutQuery, query: { ...Object(query), dry_run: 'true' } }))
      .answer
  }

  /**
   * Reads an object and writes what `edit` makes of it. If others change the object meanwhile, it is read and edited again, up to five
   * times.
   */
  async change<R extends Name, W extends NamesWith<{ body: unknown }>>(
    { read, write, ...input }: { readonly read: R; readonly write: W } & Pick<InputOf<R>, keyof InputOf<R> & 'params'>,
    edit: (answer: AnswerOf<R>) => BodyOf<W>,
  ): Promise<Answer<AnswerOf<W>>> {
    for (let attempt = 1; ; attempt += 1) {
      const { answer, etag } = await this.send<AnswerOf<R>>(read, input)
      try {
        return await this.send(write, { ...input, body: edit(answer), ifMatch: etag })
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 412 || attempt === maxEdits) throw error
      }
    }
  }

  /** All rows of a list that is sent page by page. */
  async *rows<N extends NamesWith<{ answer: { rows: unknown[] }; query?: { page?: unknown } }>>(
    name: N,
    ...[input]: Given<InputOf<N>>
  ): AsyncGenerator<RowOf<N>, void, undefined> {
    const { query, ...inputWithoutQuery }: Input = input ?? {}
    for (let page = 1; ; page += 1) {
      const paged = { ...Object(query), page, limit: pageSize }
      const { answer } = await this.send<{ readonly rows: readonly RowOf<N>[] }>(name, {
        ...inputWithoutQuery,
        query: paged,
      })
      yield* answer.rows
      if (answer.rows.length < pageSize) return
    }
  }

  /** Like `call`, without types. A read or a dry run is repeated after a failure, another call if the console asks for it. */
  async send<Body>(name: string, input: Input = {}): Promise<Answer<Body>> {
    const { retries = 3 } = this.#connection
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendOnce(this.#connection, name, input)
      } catch (error) {
        if (!(error instanceof CallError) || error.retrySeconds === undefined || attempt >= retries) throw error
        const milliseconds = error.retrySeconds * 1000 * 2 ** attempt
        await new Promise((resolve) => setTimeout(resolve, milliseconds))
      }
    }
  }
}

async function sendOnce<Body>(connection: Connection, name: string, input: Input): Promise<Answer<Body>> {
  const { url, key } = connection
  const [, method, path = ''] = /^(GET|POST|PUT|DELETE) (\S+)$/.exec(name) ?? []
  if (!isMethod(method)) throw new TypeError(`${name} is no method with a path.`)
  const { seconds = secondsOfCall(method) } = connection
  const isRead = method === 'GET' || Object(input.query).dry_run === 'true'
  const address = addressOfCall({ path: path.startsWith('/') ? `/${path.slice(1)}` : `${internalApi}/${path}` }, input)
  let response: Response
  let text: string
  try {
    response = await fetch(new URL(address, url), {
      method,
      headers: {
        accept: 'application/json',
        [apiKeyHeader]: key,
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(input.ifMatch !== undefined && { 'if-match': input.ifMatch }),
        ...(input.ifPreviewMatch !== undefined && { 'if-preview-match': input.ifPreviewMatch }),
      },
      body: input.body === undefined ? null : JSON.stringify(input.body),
      // Another host must not get the key.
      redirect: 'manual',
      signal: AbortSignal.timeout(seconds * 1000),
    })
    text = await response.text()
  } catch (error) {
    throw failureOf(url, { seconds, isRead }, error)
  }
  const body = parsed(text)
  if (response.ok && body !== undefined) {
    return { answer: body as Body, etag: response.headers.get('etag') ?? undefined }
  }
  if (response.ok) throw new CallError(`The answer of ${url} to ${name} is not what this client expects.`, {})
  const { status } = response
  const retrySeconds = retrySecondsOf(response, isRead)
  if (isRefusal(body)) throw new CallError(body.detail, { status, refusal: body, retrySeconds })
  throw new CallError(`${url} answered ${status}, which is not the answer of a console.`, { status, retrySeconds })
}

type Method = Parameters<typeof secondsOfCall>[0]
const isMethod = (method: string | undefined): method is Method => method !== undefined

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRefusal = (body: unknown): body is Refusal =>
  ['code', 'detail', 'requestId'].every((name) => typeof Object(body)[name] === 'string')

const secondsBetweenReads = 0.25
/** A script does not wait longer for a console that asks for patience. */
const maxRetrySeconds = 60

function retrySecondsOf({ status, headers }: Response, isRead: boolean): number | undefined {
  const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10)
  if ((status === 429 || status === 503) && retryAfter >= 0) {
    return retryAfter <= maxRetrySeconds ? retryAfter : undefined
  }
  return isRead && [502, 503, 504].includes(status) ? secondsBetweenReads : undefined
}

const unreachable = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

interface Sent {
  readonly seconds: number
  readonly isRead: boolean
}

function failureOf(url: string, { seconds, isRead }: Sent, error: unknown): CallError {
  // What `fetch` throws has the reason as its cause.
  const cause = error instanceof TypeError && error.cause ? error.cause : error
  const code = String(Object(cause).code)
  const note = isRead ? '' : ` ${mayBeDone}`
  const failure = (message: string) =>
    new CallError(message, { cause, ...(isRead && { retrySeconds: secondsBetweenReads }) })
  if (Object(cause).name === 'TimeoutError') {
    return new CallError(`${url} did not answer within ${seconds} seconds.${note}`, { cause })
  }
  if (/CERT|SIGNATURE/.test(code)) {
    const advice = 'If you trust it, set NODE_EXTRA_CA_CERTS to the file of its authority.'
    return new CallError(`The certificate of ${url} is not accepted: ${messageOf(cause)}. ${advice}`, { cause })
  }
  if (unreachable.test(code)) return failure(`${url} cannot be reached: ${messageOf(cause)}.`)
  return failure(`The connection to ${url} was lost: ${messageOf(cause)}.${note}`)
}

/** A name with several addresses fails without a message and with one error for each address. */
function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(messageOf).join(', ')
  return (thrown instanceof Error ? thrown.message : String(thrown)).split('\n', 1)[0] ?? ''
}
