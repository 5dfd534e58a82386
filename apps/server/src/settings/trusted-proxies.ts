import { isIP } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** Whose word counts on which visitor they ask for, and on which host. */
export type TrustedProxies = Extract<
  FastifyServerOptions['trustProxy'],
  false | string[] | ((...hop: never) => boolean)
>

/**
 * `off`; the addresses or networks of the proxies, with commas; or how many of them stand one behind the other. Trusting
 * everybody is refused: a visitor could then say any address, and whoever counts attempts by address would believe it.
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
        'trusting everybody would let visitors choose their own address',
    )
    return z.NEVER
  })

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (isIP(address) === 0) return false
  return bits === undefined || (ipaddr.isValidCIDR(text) && Number(bits) > 0)
}
