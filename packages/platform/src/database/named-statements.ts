/** The maximum number of named statements; further ones are sent unnamed, because the server caches each named one in each session. */
const maxNamed = 500
const names = new Map<string, string>()

/** The name of a statement, which the server parses and plans once in each session; undefined if it is sent unnamed. */
export function nameOf(text: string): string | undefined {
  const storedName = names.get(text)
  if (storedName || names.size >= maxNamed) return storedName
  const name = `q${names.size}`
  names.set(text, name)
  return name
}
