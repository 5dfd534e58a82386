/** The entity tag of a state: its identity and its number of changes. */
export const tagOf = (which: string, changes: number): string => `"${which}.${changes}"`

/** Whether the client says with `If-None-Match` that it has the state with this tag. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && matches(ifNoneMatch, tag)

/**
 * Whether `If-Match` allows a write to the state with this tag; true without the header. Proxies that compress
 * responses mark tags as weak, which is ignored.
 */
export function matches(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined) return true
  const tags = ifMatch.split(',').map((part) => part.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}
