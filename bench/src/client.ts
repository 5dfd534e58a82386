// Requests to the measured servers: single ones, and as many as possible in a second.
import http from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { csrf, logIn } from '@quatrain/contract/accounts/session.ts'
import autocannon from 'autocannon'
import { boxKeyOf, hostOf, sized, superuser } from './data.ts'
import { median } from './figures.ts'

/** The addresses of the console's own API begin with it. */
export const api = '/api/v2/internal'

/** A server, and the headers of every request to it; a `host` header chooses the tenant. */
export interface Target {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
  /** Milliseconds from the request to the last byte of its response. */
  readonly took: number
}

export interface RequestOptions {
  /** The body, which is sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

// The certificates of a run are its own.
const secureAgent = new https.Agent({ keepAlive: true, rejectUnauthorized: false })
const plainAgent = new http.Agent({ keepAlive: true })

/** One request. Rejects if there is no response. */
export function ask(
  { url, headers }: Target,
  method: string,
  path: string,
  { body, headers: more }: RequestOptions = {},
): Promise<Answer> {
  const isSecure = url.startsWith('https:')
  const { request } = isSecure ? https : http
  const ofBody = body !== undefined && { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const agent = isSecure ? secureAgent : plainAgent
    const clientRequest = request(`${url}${path}`, { method, agent, headers: { ...headers, ...more, ...ofBody } })
    clientRequest.on('error', reject)
    clientRequest.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      const answer = (body: Buffer) => resolve({ status, headers, body, took: performance.now() - startedAt })
      buffer(response).then(answer, reject)
    })
    clientRequest.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** A request that must succeed. Throws with the body of an error. */
export async function askSuccessfully(...[target, method, path, options]: Parameters<typeof ask>): Promise<Answer> {
  const answer = await ask(target, method, path, options)
  if (answer.status >= 400)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 500)}`)
  return answer
}

/** The parsed JSON of a response. */
export const jsonOf = ({ body }: Pick<Answer, 'body'>) => JSON.parse(body.toString())

/** The parsed JSON of a `GET`; the caller knows its type. */
export const read = async (target: Target, path: string) => jsonOf(await askSuccessfully(target, 'GET', path))

/** The median of the milliseconds of so many requests. */
export async function medianTime(rounds: number, send: () => Promise<Pick<Answer, 'took'>>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push((await send()).took)
  return median(times)
}

/** Cookies of a browser by name. */
type Cookies = ReadonlyMap<string, string>

/** The tenant's superuser with a new session, and a visitor without one. */
export async function signIn(url: string, tenant: string) {
  const host = hostOf(tenant)
  const targetOf = (cookies: Cookies): Target => ({
    url,
    headers: {
      host,
      'sec-fetch-site': 'same-origin',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      [csrf.header]: decodeURIComponent([...cookies].find(([name]) => name.endsWith(csrf.cookie))?.[1] ?? ''),
    },
  })
  const first = cookiesOf(await ask({ url, headers: { host } }, 'GET', '/api/v2/internal/istenantschema'))
  const answer = await askSuccessfully(targetOf(first), logIn.method, logIn.path, { body: superuser })
  const cookies = new Map([...first, ...cookiesOf(answer)])
  return { member: targetOf(cookies), visitor: targetOf(first), cookies }
}

const cookiesOf = ({ headers }: Answer): Cookies =>
  new Map(
    [headers['set-cookie'] ?? []].flat().map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      return [name, value] as const
    }),
  )

/** A monitoring box of the tenant. */
export const box = (url: string, tenant: string): Target => ({
  url,
  headers: { host: hostOf(tenant), 'x-api-key': boxKeyOf(tenant) },
})

/** A repeated request. */
export interface LoadTarget extends Target {
  readonly path: string
  /** The expected status; 200 by default. */
  readonly status?: 200 | 304
}

/**
 * The requests per second of each of `loads`, in turns, so that other load on the machine affects all of them. Throws
 * for an unexpected response. Few responses of many `bytes` arrive in a second: through ten connections, in bursts.
 */
export async function interleaved(loads: readonly LoadTarget[], bytes: number): Promise<number[][]> {
  const [connections, warmUp, seconds] = bytes > 300_000 ? [2, 3, 5] : [10, 1, 3]
  for (const load of loads) await requestsPerSecond(load, connections, sized(warmUp, 2))
  const turns: number[][] = []
  for (let round = 0; round < sized(3, 1); round++) {
    const turn: number[] = []
    for (const load of loads) turn.push(await requestsPerSecond(load, connections, sized(seconds, 2)))
    turns.push(turn)
  }
  return turns
}

/** The medians of two of the loads that ran in turns, and the median of each turn's ratio. */
export function compared(turns: readonly (readonly number[])[], floor: number, subject: number) {
  const durationAt = (turn: readonly number[], index: number) => turn[index] ?? Number.NaN
  return {
    floor: median(turns.map((turn) => durationAt(turn, floor))),
    subject: median(turns.map((turn) => durationAt(turn, subject))),
    share: median(turns.map((turn) => durationAt(turn, subject) / durationAt(turn, floor))),
  }
}

async function requestsPerSecond(load: LoadTarget, connections: number, duration: number): Promise<number> {
  const { url, headers, path, status = 200 } = load
  const result = await autocannon({ url: `${url}${path}`, connections, duration, headers: { ...headers } })
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0
  const all = Object.values(result.statusCodeStats ?? {}).reduce((sum, { count }) => sum + (count ?? 0), 0)
  if (all > answered || result.errors > 0)
    throw new Error(`${path}: ${all - answered} responses other than ${status}, ${result.errors} errors.`)
  return answered / result.duration
}

/** Sends requests through ten connections until `amount` were answered. Throws if one fails. */
export async function askOften(url: string, amount: number, requests: autocannon.Request[]): Promise<void> {
  const result = await autocannon({ url, connections: 10, amount, requests })
  if (result.errors + result['4xx'] + result['5xx'] > 0) throw new Error(`Requests to ${url} failed.`)
}
