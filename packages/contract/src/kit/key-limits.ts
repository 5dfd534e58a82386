import { z } from 'zod'
import { moment, trimmedText, uniqueRows } from './fields.ts'

// What every key can have: an expiry, address ranges, and a token that is replaced with an overlap.

const isNetwork = (text: string): boolean =>
  [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()].some((schema) => schema.safeParse(text).success)

/** The message names the text, because one input of the form contains all networks. */
const notANetwork = ({ input }: { readonly input?: unknown }): string =>
  `${String(input)} is not an address or a range of addresses, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32`
const maxNetworks = 50

/** The addresses from which a key can be used; all if the list is empty. */
export const networks = z
  .array(trimmedText(50).refine(isNetwork, { error: notANetwork }))
  .max(maxNetworks, `There can be at most ${maxNetworks} ranges`)
  .superRefine(uniqueRows((network) => network, 'Duplicated'))

/** The time is written as times are stored, so that equal times are equal texts. */
export const chosenTime = moment().transform((time) => new Date(time).toISOString())

/** The maximum number of days for which a replaced token is accepted. */
export const maxOverlapDays = 90

/** The number of days before its expiry in which a key needs attention. */
export const expiresSoonDays = 14

/** A key as far as its expiry is concerned. Not every kind of key can be revoked and kept. */
export interface Expiring {
  readonly expires: string | null
  readonly revoked?: boolean | undefined
}

/** Whether the key is about to expire, or has expired; never for a revoked one. */
export function expiryOf({ expires, revoked }: Expiring, now: Date): 'soon' | 'expired' | undefined {
  if (expires === null || revoked) return undefined
  const remainingMs = new Date(expires).getTime() - now.getTime()
  if (remainingMs <= 0) return 'expired'
  return remainingMs <= expiresSoonDays * 86_400_000 ? 'soon' : undefined
}
