const maxLength = 30

/**
 * A valid username for a new user: made of what the provider sent, in the characters that usernames have, and with a
 * number if `taken` contains it in small letters. It never finds an existing user.
 */
export function freeUsername(base: string, takenUsernames: ReadonlySet<string>): string {
  const name = usernameStem(base)
  const isTaken = (name: string) => takenUsernames.has(name.toLowerCase())
  if (!isTaken(name)) return name
  let number = 2
  const numbered = () => `${name.slice(0, maxLength - 1 - String(number).length)}_${number}`
  while (isTaken(numbered())) number += 1
  return numbered()
}

/** Returns a name in ASCII, with underscores for spaces. */
export function usernameStem(base: string): string {
  const plain = base
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim()
    .replace(/\s+/g, '_')
    .replace(/[^A-Za-z0-9@.+_-]/g, '')
    .slice(0, maxLength)
  return plain === '' ? 'user' : plain
}
