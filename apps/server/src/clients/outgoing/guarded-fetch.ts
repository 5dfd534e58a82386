import { type LookupAddress, lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPermittedAddress, isPublicAddress, type PermittedHosts } from './public-address.ts'

/** A call to an address that a user has configured did not happen, or its response is unusable. */
export class OutgoingCallError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OutgoingCallError'
  }
}

interface Options {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  readonly maxBytes: number
  /** What is longer is cut off, instead of refused. */
  readonly isCut?: boolean
}

/**
 * Calls an address that a user has configured. It reaches public hosts through HTTPS, and the hosts that the operator
 * permits also through HTTP. The IP address is checked when the connection is made, so a name cannot resolve to another
 * one meanwhile. Redirects are not followed. Throws `OutgoingCallError`.
 */
export async function guardedFetch(permitted: PermittedHosts, address: string, options: Options): Promise<Response> {
  const url = URL.parse(address)
  if (!url) throw new OutgoingCallError('The address is invalid.')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const isPermitted = (ip: string) =>
    isPublicAddress(ip) || permitted.names.has(hostname) || isPermittedAddress(permitted, ip)
  const refusal = () => new OutgoingCallError(`${hostname} is not a public host, and the operator does not permit it.`)
  if (isIP(hostname) !== 0 && !isPermitted(hostname)) throw refusal()
  const guardedLookup: LookupFunction = (name, lookupOptions, done) => {
    lookup(name, { ...lookupOptions, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new OutgoingCallError(`${name} has no address.`), '')
      const isOnlyHttps = url.protocol === 'https:' || addresses.every(({ address }) => !isPublicAddress(address))
      if (!isOnlyHttps)
        return done(new OutgoingCallError(`${name} is a public host, so its address must begin with https.`), '')
      if (!addresses.every(({ address }) => isPermitted(address))) return done(refusal(), '')
      return lookupOptions.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || isPublicAddress(hostname))) {
    throw new OutgoingCallError('The address must begin with https.')
  }
  return send(url, guardedLookup, options)
}

function send(url: URL, lookup: LookupFunction, { method = 'GET', headers, body, timeoutMs, ...limit }: Options) {
  const { maxBytes, isCut = false } = limit
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const fail = (error: Error) =>
    reject(
      error instanceof OutgoingCallError
        ? error
        : new OutgoingCallError(`${url.host} cannot be reached: ${error.message}`, { cause: error }),
    )
  const call = url.protocol === 'https:' ? requestHttps : requestHttp
  // The call has no agent: a connection that an agent keeps would not be checked again.
  const request = call(url, { method, headers, lookup, agent: false, signal: AbortSignal.timeout(timeoutMs) })
  request.on('error', fail)
  request.on('response', async (response) => {
    try {
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of response) {
        bytes += chunk.length
        const isTooLong = bytes > maxBytes
        if (isTooLong && !isCut) throw new OutgoingCallError(`${url.host} has sent more than ${maxBytes} bytes.`)
        chunks.push(isTooLong ? chunk.subarray(0, chunk.length - (bytes - maxBytes)) : chunk)
        // This ends the connection.
        if (isTooLong) break
      }
      const { statusCode = 502 } = response
      const received = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
      const hasBody = ![204, 205, 304].includes(statusCode)
      resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status: statusCode, headers: received }))
    } catch (error) {
      request.destroy()
      fail(error instanceof Error ? error : new Error(String(error)))
    }
  })
  request.end(body)
  return promise
}
