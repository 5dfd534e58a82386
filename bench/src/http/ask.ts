import http from 'node:http'
import https from 'node:https'

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

const agents = {
  http: new http.Agent({ keepAlive: true }),
  // The certificates of a run are its own.
  https: new https.Agent({ keepAlive: true, rejectUnauthorized: false }),
}

/** One request; `body` is sent as JSON. Rejects if there is no response. */
export function ask(
  { url, headers }: Target,
  method: string,
  path: string,
  { body, headers: more }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const isSecure = url.startsWith('https:')
  const { request } = isSecure ? https : http
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const sent = request(`${url}${path}`, {
      method,
      agent: isSecure ? agents.https : agents.http,
      headers: {
        ...headers,
        ...more,
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const took = performance.now() - begun
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks), took })
      })
    })
    sent.end(payload)
  })
}

/** A request that must succeed. Throws with the body of an error. */
export async function askSuccessfully(...[target, method, path, given]: Parameters<typeof ask>): Promise<Answer> {
  const answer = await ask(target, method, path, given)
  if (answer.status >= 400)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 500)}`)
  return answer
}
