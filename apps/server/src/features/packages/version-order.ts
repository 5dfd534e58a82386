import { presentVersion } from '@quatrain/contract/resources/package.ts'

/**
 * Compares two versions, for sorting from the oldest to the newest: number by number; letters after a number make it
 * older if they mark a pre-release (`1.0rc1` precedes `1.0`), and newer otherwise (`1.0p1`). `present` is the newest.
 * Equivalent texts (`1.0`, `1.00`) still have a fixed order.
 */
export function compareVersions(versionA: string, versionB: string): number {
  if (versionA === versionB) return 0
  if (versionA === presentVersion) return 1
  if (versionB === presentVersion) return -1
  const [a, b] = [partsOf(versionA), partsOf(versionB)]
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const order = compareParts(a[index], b[index])
    if (order !== 0) return order
  }
  return versionA < versionB ? -1 : 1
}

/** Numbers and words; other characters only separate them. */
const partsOf = (version: string): string[] => version.toLowerCase().match(/\d+|\p{L}+|~/gu) ?? []

/** The order after equal beginnings: words of pre-releases, the end of the version, other words, numbers. */
function rankOf(part: string | undefined): number {
  if (part === undefined) return 1
  if (/^\d/.test(part)) return 3
  return announcing.has(part) ? 0 : 2
}

const announcing: ReadonlySet<string> = new Set(['~', 'a', 'alpha', 'b', 'beta', 'dev', 'pre', 'rc'])

function compareParts(a: string | undefined, b: string | undefined): number {
  const [rankA, rankB] = [rankOf(a), rankOf(b)]
  if (rankA !== rankB) return rankA - rankB
  if (a === undefined || b === undefined || a === b) return 0
  if (rankA !== 3) return a < b ? -1 : 1
  const [numberA, numberB] = [BigInt(a), BigInt(b)]
  return numberA < numberB ? -1 : numberA > numberB ? 1 : 0
}
