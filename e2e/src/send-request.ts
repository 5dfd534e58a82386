import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { LookupFunction } from 'node:net'
import { json, text } from 'node:stream/consumers'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The parsed JSON of the body, or the text of any other body. */
  readonly body: unknown
}

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Both addresses of this machine, as browsers resolve every name below localhost, whatever this machine's resolver says. */
const loopback: LookupFunction = (_name, _options, done) =>
  done(null, [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])

/** Sends a request to a server on this machine, without a browser. */
export async function sendRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  const { host, hostname, port } = new URL(origin)
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const type = sent === undefined ? {} : { 'content-type': 'application/json' }
  const sending = request({
    host: hostname,
    lookup: loopback,
    port,
    path,
    method,
    agent: false,
    headers: { host, ...type, ...headers },
  })
  sending.end(sent)
  const [answer]: IncomingMessage[] = await once(sending, 'response')
  if (!answer) throw new Error(`${method} ${path} was not answered.`)
  const isJson = answer.headers['content-type']?.includes('json')
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await (isJson ? json(answer) : text(answer)) }
}
