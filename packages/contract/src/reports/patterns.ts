/** Whether `*` in the text stands for any run of characters. */
export const isPattern = (text: string): boolean => text.includes('*')

/** The pattern of a value that excludes what it matches; undefined if the value selects. */
export const negatedPattern = (text: string): string | undefined => (text.startsWith('~') ? text.slice(1) : undefined)

/**
 * Whether a whole text matches the pattern: `*` stands for any run of characters, every other character for itself. Takes
 * time proportional to the lengths of both.
 */
export function matcherOf(pattern: string): (text: string) => boolean {
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop()
  if (end === undefined) return (text) => text === pattern
  const shortest = start.length + end.length
  const parts = rest.filter((part) => part !== '')
  return (text) =>
    text.length >= shortest &&
    text.startsWith(start) &&
    text.endsWith(end) &&
    (parts.length === 0 || hasInOrder(text.slice(start.length, text.length - end.length), parts))
}

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0
  for (const part of parts) {
    const position = text.indexOf(part, from)
    if (position < 0) return false
    from = position + part.length
  }
  return true
}

/** Whether a name is one that any of the values selects; without values every name is. */
export function selection(values: readonly string[]): (name: string) => boolean {
  if (values.length === 0) return () => true
  const names = new Set<string>()
  const tests: ((name: string) => boolean)[] = []
  for (const value of values) {
    const excluded = negatedPattern(value)
    if (excluded !== undefined) {
      const isExcluded = matcherOf(excluded)
      tests.push((name) => !isExcluded(name))
    } else if (isPattern(value)) tests.push(matcherOf(value))
    else names.add(value)
  }
  return (name) => names.has(name) || tests.some((test) => test(name))
}
