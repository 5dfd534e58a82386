import type { z } from 'zod'

/** Every entry of ours starts with this. The names are listed for visitors on the page about cookies. */
const prefix = 'quatrain.'

/** What the browser keeps for us under names; it may be forbidden or full, which nobody has to expect. */
interface Memory {
  /** What is stored under a name, or nothing: also when storage is forbidden, full, or holds something else. */
  readonly read: <T>(name: string, schema: z.ZodType<T>) => T | undefined
  /** Says whether it could be stored. */
  readonly store: (name: string, value: unknown) => boolean
  readonly forget: (name: string) => void
  /** Names of all our entries that start with `start`. */
  readonly names: (start: string) => string[]
}

/** The area is asked for each time, since even naming it throws where storage is forbidden. */
const memoryIn = (area: () => Storage): Memory => ({
  read(name, schema) {
    try {
      const text = area().getItem(prefix + name)
      return text === null ? undefined : schema.safeParse(JSON.parse(text)).data
    } catch {
      return undefined
    }
  },
  store(name, value) {
    try {
      area().setItem(prefix + name, JSON.stringify(value))
      return true
    } catch {
      return false
    }
  },
  forget(name) {
    try {
      area().removeItem(prefix + name)
    } catch {
      // Forbidden storage holds nothing.
    }
  },
  names(start) {
    try {
      const names = Object.keys(area())
      return names.filter((name) => name.startsWith(prefix + start)).map((name) => name.slice(prefix.length))
    } catch {
      return []
    }
  },
})

/** Kept until it is forgotten, for all windows of this browser. */
export const { read: readStored, store, forget, names: storedNames } = memoryIn(() => localStorage)

/** Kept for this window alone, also when the page is loaded again. */
export const windowMemory = memoryIn(() => sessionStorage)
