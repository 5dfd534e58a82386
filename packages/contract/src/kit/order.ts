/**
 * Compares texts by code points, like the database, and as promised to machines. JavaScript compares UTF-16 units,
 * which puts characters beyond the first 65,536 before some others.
 */
export function byCodePoint(a: string, b: string): number {
  let index = 0
  while (index < a.length && a[index] === b[index]) index += 1
  return (a.codePointAt(index) ?? -1) - (b.codePointAt(index) ?? -1)
}

/** Compares texts ignoring case; texts that differ only in case still have a fixed order. */
export const ignoringCase = (a: string, b: string): number =>
  byCodePoint(a.toLowerCase(), b.toLowerCase()) || byCodePoint(a, b)
