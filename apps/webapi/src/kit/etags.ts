/** The entity tag of an item that has been changed so many times. */
export const tagOf = (changes: number): string => `"${changes}"`

/** Does `If-Match` allow a write to an item with this tag? It does when the header was not sent. */
export function matches(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined) return true
  const tags = ifMatch.split(',').map((part) => part.trim())
  return tags.includes('*') || tags.includes(tag)
}
