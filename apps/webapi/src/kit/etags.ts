/** The entity tag of one state of something: which it is, and how often it has been changed. */
export const tagOf = (which: string, changes: number): string => `"${which}.${changes}"`

/**
 * Does `If-Match` allow a write to what has this tag? It does when the header was not sent. What packs answers on their
 * way marks their tags as weak: those name the same state.
 */
export function matches(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined) return true
  const tags = ifMatch.split(',').map((part) => part.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}
