/**
 * Compares texts by code points, like the database, and as promised to machines. JavaScript compares UTF-16 units,
 * which puts characters beyond the first 65,536 before some others.
 */
export function byCodePoint(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return (left.codePointAt(at) ?? -1) - (right.codePointAt(at) ?? -1)
}

/** Compares texts ignoring case; texts that differ only in case still have a fixed order. */
export const ignoringCase = (left: string, right: string): number =>
  byCodePoint(left.toLowerCase(), right.toLowerCase()) || byCodePoint(left, right)
