import { again, type Undelivered } from '#kit/two-stores/deliveries.ts'

/** The pairs that profiles in the Web API still contain, as one text; undefined if all were removed. */
export function notTakenOut(
  undelivered: readonly Undelivered[],
  goneFrom: ReadonlyMap<string, readonly string[]>,
): string {
  return undelivered
    .map(({ key, reason }) => {
      const gone = goneFrom.get(key) ?? []
      const what = gone.length === 0 ? 'replace metrics in' : `remove ${named(gone)} from`
      return `Error trying to ${what} profile ${key}: ${reason} ${again}`
    })
    .join(' ')
}

const named = (names: readonly string[]) => `${names.length === 1 ? 'metric' : 'metrics'} ${names.join(', ')}`
