import { AppError } from '@quatrain/platform/errors.ts'
import { LRUCache } from 'lru-cache'
import { clientAddressOf } from '#request/addresses/client-address.ts'

/** Counts invalid keys by address and network. */
export interface FailedKeys {
  /** Counts an invalid key. Throws `too_many_attempts` after too many from this address or its network. */
  count(address: string): void
}

const windowMinutes = 5
const maxPerHost = 100
const maxPerNetwork = 400
/** The maximum number of addresses and networks. */
const maxRemembered = 20_000

/**
 * Keeps its counts in this process: they only limit the cost of guessing, and a valid key works in any case. A box with
 * an old key must not lock out other boxes.
 */
export function failedKeysOf(now: () => Date): FailedKeys {
  const failures = new LRUCache<string, number>({
    max: maxRemembered,
    // A count lives until it is older than this.
    ttl: windowMinutes * 60_000 - 1,
    ttlResolution: 0,
    // The window of a count begins with the first failure.
    noUpdateTTL: true,
    perf: { now: () => now().getTime() },
  })
  function countOne(key: string): number {
    const count = (failures.get(key) ?? 0) + 1
    failures.set(key, count)
    return count
  }
  return {
    count(address) {
      const { host, network } = clientAddressOf(address)
      const [ofHost, ofNetwork] = [countOne(`host ${host}`), countOne(`network ${network}`)]
      if (ofHost <= maxPerHost && ofNetwork <= maxPerNetwork) return
      throw new AppError('too_many_attempts', `Too many invalid keys. Try again in ${windowMinutes} minutes.`)
    },
  }
}
