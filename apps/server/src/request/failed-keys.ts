import { AppError } from '@quatrain/platform/errors.ts'
import { visitorAddressOf } from './visitor-address.ts'

/** Counts invalid keys by address and network. */
export interface FailedKeys {
  /** Counts an invalid key. Throws `too_many_attempts` after too many from this address or its network. */
  count(address: string): void
}

const windowMinutes = 5
const maxPerHost = 100
const maxPerNetwork = 400
/** The maximum number of addresses and networks; beyond it the oldest are dropped. */
const maxRemembered = 20_000

/** Half of them are dropped at once, so that the amortised cost is small. */
function forgetOldest(failures: Map<string, unknown>): void {
  let left = failures.size / 2
  for (const key of failures.keys()) {
    if (left <= 0) break
    failures.delete(key)
    left -= 1
  }
}

/**
 * Keeps its counts in this process: they only limit the cost of guessing, and a valid key works in any case. A box with
 * an old key must not lock out other boxes.
 */
export function failedKeysOf(now: () => Date): FailedKeys {
  const failures = new Map<string, { readonly since: number; readonly count: number }>()
  function countOne(key: string): number {
    const at = now().getTime()
    const known = failures.get(key)
    const isCurrent = known !== undefined && at - known.since < windowMinutes * 60_000
    const next = isCurrent ? { since: known.since, count: known.count + 1 } : { since: at, count: 1 }
    // A map is ordered by insertion, and therefore by the start of each window.
    if (!isCurrent) failures.delete(key)
    failures.set(key, next)
    if (failures.size > maxRemembered) forgetOldest(failures)
    return next.count
  }
  return {
    count(address) {
      const { host, network } = visitorAddressOf(address)
      const [ofHost, ofNetwork] = [countOne(`host ${host}`), countOne(`network ${network}`)]
      if (ofHost <= maxPerHost && ofNetwork <= maxPerNetwork) return
      throw new AppError('too_many_attempts', `Too many invalid keys. Try again in ${windowMinutes} minutes.`)
    },
  }
}
