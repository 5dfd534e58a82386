/**
 * Compares texts for sorting as the database does, and as machines are promised: by code points. JavaScript by itself
 * compares halves of characters, which puts those beyond the first 65,536 before some of the others.
 */
export function byCodePoint(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at += 1
  return (left.codePointAt(at) ?? -1) - (right.codePointAt(at) ?? -1)
}
