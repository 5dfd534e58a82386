import type { DryRun } from '@quatrain/contract/kit/dry-run.ts'
import type { AnswerOf, Endpoint } from '@quatrain/contract/kit/endpoint.ts'
import { type ErrorBody, statusOfCode } from '@quatrain/contract/kit/errors.ts'
import { type Resource, resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { vi } from 'vitest'
import { type FakePublicVersion, type FakeVersion, headsOf, oneVersionOf, pageOfVersions } from './versions.ts'

/** A request of the application. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Headers
  readonly body: unknown
}

interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly etag?: string | undefined
}

interface Rule {
  readonly endpoint: Endpoint
  readonly pattern: RegExp
  readonly isDryRun: boolean
  readonly reply: (call: Call) => Reply
}

/** A dry run returns all side effects, unless a test sets a rule. */
export type FakePreview = Omit<DryRun, 'groups'> & Partial<Pick<DryRun, 'groups'>>

/** A server whose responses a test defines by endpoint. Later rules win. */
export class FakeApi {
  readonly calls: Call[] = []
  #rules: Rule[] = []
  #held: { readonly method: string; readonly pattern: RegExp; readonly until: Promise<void> }[] = []

  constructor() {
    // biome-ignore lint/suspicious/noDocumentCookie: the server would set it with its first response
    document.cookie = 'csrftoken=token-of-the-test'
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.#answer(url, init))
  }

  answer<E extends Endpoint>(endpoint: E, body: AnswerOf<E>, etag?: string): this {
    return this.#add(endpoint, false, () => ({ status: endpoint.method === 'POST' ? 201 : 200, body, etag }))
  }

  /** Responds by the parameters; undefined means 404. */
  answerBy<E extends Endpoint>(endpoint: E, find: (call: Call) => AnswerOf<E> | undefined): this {
    return this.#add(endpoint, false, (call) => {
      const body = find(call)
      return body === undefined ? refusal('not_found') : { status: 200, body }
    })
  }

  /** The versions of one object, newest first: in pages without documents, and one by one. */
  versions(resource: Resource, versions: readonly FakeVersion[]): this {
    const { versionHeads, version } = resourceEndpoints(resource)
    return this.answerBy(versionHeads, ({ query }) => headsOf(versions, query)).answerBy(version, ({ path }) =>
      oneVersionOf(versions, path),
    )
  }

  /** The same response for all parameters. */
  publishedVersions(resource: Resource, versions: readonly FakePublicVersion[]): this {
    const { publicVersionHeads, publicVersion } = resourceEndpoints(resource)
    return this.answerBy(publicVersionHeads, ({ query }) => pageOfVersions(versions, query)).answerBy(
      publicVersion,
      ({ path }) => oneVersionOf(versions, path),
    )
  }

  /** The response to a dry run of a write; a function is called when it is asked for. */
  preview(endpoint: Endpoint, preview: FakePreview | (() => FakePreview)): this {
    return this.#add(endpoint, true, () => {
      const body = typeof preview === 'function' ? preview() : preview
      return { status: 200, body: { groups: groupsOf(body.changes), ...body } }
    })
  }

  refuse(endpoint: Endpoint, code: ErrorBody['code'], extra: Partial<ErrorBody> = {}): this {
    const reply = () => refusal(code, extra)
    return this.#add(endpoint, false, reply).#add(endpoint, true, reply)
  }

  /** Refuses a write whose dry run succeeds. */
  refuseWrite(endpoint: Endpoint, code: ErrorBody['code'], extra: Partial<ErrorBody> = {}): this {
    return this.#add(endpoint, false, () => refusal(code, extra))
  }

  /** Holds responses of this endpoint back, but those to dry runs, until the returned function is called. */
  hold(endpoint: Endpoint): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.push({ method: endpoint.method, pattern: patternOf(endpoint), until: promise })
    return resolve
  }

  /** Never responds, but to these endpoints. */
  holdAllBut(answered: readonly Endpoint[]): void {
    const patterns = answered.map((endpoint) => patternOf(endpoint).source)
    const until = new Promise<void>(() => {})
    const pattern = new RegExp(`^(?!${patterns.map((source) => source.replace(/^\^/, '')).join('|')})`)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) this.#held.push({ method, pattern, until })
  }

  /** The calls of one endpoint, without dry runs. */
  callsOf(endpoint: Endpoint): readonly Call[] {
    const pattern = patternOf(endpoint)
    return this.calls.filter(
      ({ method, path, query }) => method === endpoint.method && pattern.test(path) && query.dry_run === undefined,
    )
  }

  #add(endpoint: Endpoint, isDryRun: boolean, reply: Rule['reply']): this {
    this.#rules.unshift({ endpoint, isDryRun, pattern: patternOf(endpoint), reply })
    return this
  }

  async #answer(url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url, window.location.origin)
    const call: Call = {
      method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    }
    this.calls.push(call)
    const isDryRun = searchParams.has('dry_run')
    const held = this.#held.filter(({ method: of, pattern }) => of === method && pattern.test(pathname))
    if (!isDryRun && held.length > 0) await Promise.race([Promise.all(held.map(({ until }) => until)), abortOf(signal)])
    const rule = this.#rules.find(
      ({ endpoint, pattern, isDryRun: wants }) =>
        endpoint.method === method && pattern.test(pathname) && wants === isDryRun,
    )
    if (!rule) throw new TypeError(`Nobody said what ${method} ${url} answers.`)
    const { status, body: answer, etag } = rule.reply(call)
    return new Response(JSON.stringify(answer), { status, headers: etag === undefined ? {} : { etag } })
  }
}

const groupsOf = (changes: DryRun['changes']): DryRun['groups'] =>
  [...Map.groupBy(changes, ({ tenant, kind, action }) => [tenant, kind, action].join()).values()].flatMap((group) =>
    group.slice(0, 1).map(({ tenant, kind, action }) => ({ tenant, kind, action, count: group.length, next: null })),
  )

/** Rejects when the request is aborted, as that of a browser. */
const abortOf = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

const refusal = (code: ErrorBody['code'], extra: Partial<ErrorBody> = {}): Reply => ({
  status: statusOfCode[code],
  body: { code, detail: `Refused: ${code}.`, source: 'internal-api', requestId: 'request-1', ...extra },
})

const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
