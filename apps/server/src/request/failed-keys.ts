import { AppError } from '@quatrain/platform/errors.ts'
import { visitorAddressOf } from './visitor-address.ts'

/** How often keys that open nothing were sent, from where. */
export interface FailedKeys {
  /** Counts one more. Throws `too_many_attempts` when there have been too many from this address, or from around it. */
  count(address: string): void
}

const windowMinutes = 5
const mostPerHost = 100
const mostPerNetwork = 400
/** Hosts and networks that are remembered; beyond that those are forgotten that have been so for longest. */
const mostRemembered = 20_000

/** Half of them at once, so that forgetting costs little in the long run. */
function forgetOldest(failures: Map<string, unknown>): void {
  let left = failures.size / 2
  for (const key of failures.keys()) {
    if (left <= 0) break
    failures.delete(key)
    left -= 1
  }
}

/**
 * Keeps its counts in this process: they only bound what a caller costs who tries keys, and a key that is good opens
 * whatever was sent before it. A box with an old key must not lock out the boxes beside it.
 */
export function failedKeysOf(now: () => Date): FailedKeys {
  const failures = new Map<string, { readonly since: number; readonly count: number }>()
  function countOne(key: string): number {
    const at = now().getTime()
    const known = failures.get(key)
    const isCurrent = known !== undefined && at - known.since < windowMinutes * 60_000
    const next = isCurrent ? { since: known.since, count: known.count + 1 } : { since: at, count: 1 }
    // The order of a map is that of insertion, and so of the beginning of each window.
    if (!isCurrent) failures.delete(key)
    failures.set(key, next)
    if (failures.size > mostRemembered) forgetOldest(failures)
    return next.count
  }
  return {
    count(address) {
      const { host, network } = visitorAddressOf(address)
      const [ofHost, ofNetwork] = [countOne(`host ${host}`), countOne(`network ${network}`)]
      if (ofHost <= mostPerHost && ofNetwork <= mostPerNetwork) return
      throw new AppError('too_many_attempts', `Too many wrong keys. Try again in ${windowMinutes} minutes.`)
    },
  }
}
