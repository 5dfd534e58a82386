import { again, type Undelivered } from '#kit/intents/deliveries.ts'

/** Profiles that could not be updated in the Web API, as one text; empty if all were. */
export function undeliveredNotice(
  undelivered: readonly Undelivered[],
  removedFrom: ReadonlyMap<string, readonly string[]>,
): string {
  return undelivered
    .map(({ key, reason }) => {
      const removed = removedFrom.get(key) ?? []
      const effect = removed.length === 0 ? 'replace metrics in' : `remove ${metricsNamed(removed)} from`
      return `Error trying to ${effect} profile ${key}: ${reason} ${again}`
    })
    .join(' ')
}

const metricsNamed = (names: readonly string[]) => `${names.length === 1 ? 'metric' : 'metrics'} ${names.join(', ')}`
