import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { request } from 'undici'

/**
 * What happens to a call. `work`: it is performed and answered. `wait`: the same, but not before `before`, or not
 * answered before `after`. `refuse`: not performed, answered with a status. `hang`: performed or not, never answered.
 * `late`: not answered, and performed when the proxy is told to `deliver`. Calls by `request` of the proxy that are not answered fail at once. `rubbish`: performed, or not if it has a
 * status, with an invalid response. `lie`: answered with this body, by default without being performed. `distort`:
 * something else is performed. `drop`: the connection is closed. `repeat`: it is performed twice, and the second answer is
 * passed on. `by-call`: depends on the method and the path of each call.
 */
export type Behavior =
  | Fault
  | { readonly kind: 'by-call'; readonly behaviorOf: (method: string, path: string) => Fault }

type Fault =
  | { readonly kind: 'work' }
  | { readonly kind: 'wait'; readonly before?: () => Promise<unknown>; readonly after?: () => Promise<unknown> }
  | { readonly kind: 'refuse'; readonly status: number; readonly details?: string }
  | { readonly kind: 'hang'; readonly carryOut: boolean }
  | { readonly kind: 'late' }
  | { readonly kind: 'rubbish'; readonly status?: number }
  | { readonly kind: 'lie'; readonly status: number; readonly body: unknown; readonly carryOut?: boolean }
  | { readonly kind: 'distort'; readonly member: string; readonly value: unknown }
  | { readonly kind: 'drop'; readonly carryOut: boolean }
  | { readonly kind: 'repeat' }

export interface FaultyProxy {
  readonly url: string
  /** Like that of undici, but the timeout of a call ends when the proxy has decided not to answer it. */
  readonly request: typeof request
  /** Received calls, as `METHOD path`. */
  readonly calls: string[]
  /** The statuses that were passed on. */
  readonly statuses: number[]
  /** Sets the behavior for calls with this method, or for all; with `from`, only from the call with this number on. */
  behave(behavior: Behavior, method?: string, from?: number): void
  /** Until it recovers it is like a service that ignores what callers prefer. */
  ignorePreferences(): void
  recover(): void
  /** Waits until no call is being performed, including those whose client has disconnected. */
  idle(): Promise<void>
  /** Performs the late calls; returns the statuses, which no client receives. */
  deliver(): Promise<number[]>
  close(): Promise<void>
}

interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Ends the timeout of the client. */
  readonly timeOut: () => void
}

/** A real HTTP server in front of a real Web API; without tags it is like a service that sends none. */
export async function startFaultyProxy(target: string, { tags = true } = {}): Promise<FaultyProxy> {
  const calls: string[] = []
  const statuses: number[] = []
  const late: Call[] = []
  const working = new Set<Promise<void>>()
  const timeouts = new Map<string, AbortController>()
  let hasPreferences = true
  const behaviors = new Map<string, { readonly behavior: Behavior; until: number }>()
  const behaviorFor = (method: string, path: string): Fault => {
    const chosen = behaviors.get(method) ?? behaviors.get('*')
    if (chosen) chosen.until -= 1
    if (!chosen || chosen.until > 0) return { kind: 'work' }
    return chosen.behavior.kind === 'by-call' ? chosen.behavior.behaviorOf(method, path) : chosen.behavior
  }
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request
    calls.push(`${method} ${url}`)
    const behavior = behaviorFor(method, url)
    const timeOut = () => timeouts.get(String(request.headers[callHeader]))?.abort(timeoutError())
    const work = read(request, hasPreferences, timeOut)
      .then((call) => {
        if (behavior.kind !== 'late') return handle({ url: target, tags, statuses }, behavior, call, response)
        late.push(call)
        timeOut()
      })
      .catch(() => void response.destroy())
      .finally(() => working.delete(work))
    working.add(work)
  })
  // Longer than clients keep a connection, like the real service: it must not be closed when it is reused.
  server.keepAliveTimeout = 72_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async request(address, options) {
      const [call, timeout] = [randomUUID(), new AbortController()]
      const headers = { ...options?.headers, [callHeader]: call }
      timeouts.set(call, timeout)
      try {
        const signals = [timeout.signal, ...(options?.signal instanceof AbortSignal ? [options.signal] : [])]
        return await request(address, { ...options, headers, signal: AbortSignal.any(signals) })
      } finally {
        timeouts.delete(call)
      }
    },
    calls,
    statuses,
    behave: (behavior, method = '*', from = 1) => void behaviors.set(method, { behavior, until: from }),
    ignorePreferences() {
      hasPreferences = false
    },
    recover() {
      hasPreferences = true
      behaviors.clear()
    },
    async idle() {
      while (working.size > 0) await Promise.all(working)
    },
    deliver: () => Promise.all(late.splice(0).map(async (call) => (await forward(target, call)).status)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Tells the proxy which call it is. */
const callHeader = 'x-test-call'

const timeoutError = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError')

interface Target {
  readonly url: string
  readonly tags: boolean
  readonly statuses: number[]
}

/** The complete body, even if the client disconnects meanwhile. */
async function read(request: IncomingMessage, hasPreferences: boolean, timeOut: () => void): Promise<Call> {
  const { method = 'GET', url = '/' } = request
  const {
    'x-api-key': key = '',
    'if-match': ifMatch,
    'if-none-match': ifNoneMatch,
    prefer,
    traceparent,
  } = request.headers
  const headers = {
    accept: 'application/json',
    'x-api-key': String(key),
    ...(ifMatch && { 'if-match': ifMatch }),
    ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
    ...(traceparent && { traceparent: String(traceparent) }),
    ...(hasPreferences && prefer && { prefer: String(prefer) }),
  }
  return { method, url, headers, body: await buffer(request), timeOut }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

async function handle({ url: target, ...passing }: Target, behavior: Fault, call: Call, response: ServerResponse) {
  const answer = (status: number, body: unknown) => response.writeHead(status, json).end(JSON.stringify(body))
  switch (behavior.kind) {
    case 'refuse': {
      const { status, details } = behavior
      answer(status, { status: { message: 'Refused', code: String(status), ...(details && { details }) } })
      return
    }
    case 'lie':
      if (behavior.carryOut) await forward(target, call)
      answer(behavior.status, behavior.body)
      return
    case 'hang':
      if (behavior.carryOut) await forward(target, call)
      call.timeOut()
      return
    case 'drop':
      if (behavior.carryOut) await forward(target, call)
      response.destroy()
      return
    case 'repeat':
      await forward(target, call)
      await pass(await forward(target, call), passing, response)
      return
    case 'rubbish':
      if (!behavior.status) await forward(target, call)
      response.writeHead(behavior.status ?? 200, json).end('<html>It works!')
      return
    case 'distort':
      await pass(await forward(target, distorted(call, behavior)), passing, response)
      return
    case 'work':
    case 'wait': {
      const { before, after } = behavior.kind === 'wait' ? behavior : {}
      await before?.()
      const answered = await forward(target, call)
      await after?.()
      await pass(answered, passing, response)
    }
  }
}

const distorted = (call: Call, { member, value }: Fault & { kind: 'distort' }): Call => ({
  ...call,
  body: Buffer.from(JSON.stringify({ ...JSON.parse(call.body.toString()), [member]: value })),
})

const forward = (target: string, { method, url, headers, body }: Call) =>
  fetch(`${target}${url}`, { method, headers, ...(body.length > 0 && { body: new Uint8Array(body) }) })

async function pass(answered: Response, { tags, statuses }: Omit<Target, 'url'>, response: ServerResponse) {
  statuses.push(answered.status)
  const etag = tags ? answered.headers.get('etag') : null
  const applied = answered.headers.get('preference-applied')
  const headers = { ...json, ...(etag && { etag }), ...(applied && { 'preference-applied': applied }) }
  response.writeHead(answered.status, headers).end(await answered.text())
}
