/** Does `If-None-Match` name this state? Tags are compared as weak ones, since what stands between may have weakened them. */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const held = ifNoneMatch.split(',').map((tag) => strong(tag.trim()))
  return held.includes('*') || held.includes(strong(etag))
}

const strong = (tag: string): string => tag.replace(/^W\//, '')
