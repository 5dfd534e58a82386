import { isIP } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** The proxies whose headers name the client address and the host. */
export type TrustedProxies = Extract<
  FastifyServerOptions['trustProxy'],
  false | string[] | ((...hop: never) => boolean)
>

/**
 * `off`; the addresses or networks of the proxies, separated by commas; or the number of proxies in a row. Trusting all
 * addresses is refused: clients could then choose their own address, and bypass the limits of attempts per address.
 */
export const trustedProxies = z
  .string()
  .default('off')
  .transform((text, context): TrustedProxies => {
    if (text === 'off') return false
    if (/^[1-9]\d?$/.test(text)) {
      const hops = Number(text)
      return (_address: string, hop: number) => hop < hops
    }
    const proxies = text.split(',').map((proxy) => proxy.trim())
    if (proxies.every(isAddressOrNetwork)) return proxies
    context.addIssue(
      'must be off, the addresses of the proxies such as 10.0.0.5 or 10.0.0.0/8, or the number of proxies; ' +
        'trusting every address would let clients choose their own',
    )
    return z.NEVER
  })

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (isIP(address) === 0) return false
  return bits === undefined || (ipaddr.isValidCIDR(text) && Number(bits) > 0)
}
