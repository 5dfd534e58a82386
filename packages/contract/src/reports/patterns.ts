/** Whether `*` in the text stands for any run of characters. */
export const isPattern = (text: string): boolean => text.includes('*')

/** The pattern of a value that excludes what it matches; undefined if the value selects. */
export const negatedPattern = (text: string): string | undefined => (text.startsWith('~') ? text.slice(1) : undefined)

/**
 * Whether the whole text matches the pattern: `*` stands for any run of characters, every other character for itself.
 * Takes time proportional to the lengths of both.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop()
  if (end === undefined) return text === pattern
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false
  const inner = text.slice(start.length, text.length - end.length)
  let from = 0
  for (const part of rest) {
    const found = inner.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  return true
}
