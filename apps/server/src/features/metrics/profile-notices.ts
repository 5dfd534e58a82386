import { again, type Undelivered } from '#kit/two-stores/deliveries.ts'

/** What profiles still hold in the Web API, in one text; nothing when everything was taken out. */
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
