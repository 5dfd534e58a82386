import type { z } from 'zod'

/** Every entry of ours starts with this. The names are listed for visitors on the page about cookies. */
const prefix = 'quatrain.'

/** What is stored under a name, or nothing: also when storage is forbidden, full, or holds something else. */
export function readStored<T>(name: string, schema: z.ZodType<T>): T | undefined {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Says whether it could be stored. */
export function store(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(prefix + name)
  } catch {
    // Forbidden storage holds nothing.
  }
}

/** Names of all our entries that start with `start`. */
export function storedNames(start: string): string[] {
  try {
    const names = Object.keys(localStorage)
    return names.filter((name) => name.startsWith(prefix + start)).map((name) => name.slice(prefix.length))
  } catch {
    return []
  }
}
