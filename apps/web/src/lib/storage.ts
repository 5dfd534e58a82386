import { useState } from 'react'
import type { z } from 'zod'

/** Prefix of all our entries. The page about cookies lists their names. */
const prefix = 'quatrain.'

/** Browser storage by name. It may be forbidden or full, which callers need not handle. */
interface Memory {
  /** The value stored under a name; undefined also if storage is forbidden, full, or contains something else. */
  readonly read: <T>(name: string, schema: z.ZodType<T>) => T | undefined
  /** Returns whether the value was stored. */
  readonly store: (name: string, value: unknown) => boolean
  readonly forget: (name: string) => void
  /** Names of all our entries with the prefix `start`. */
  readonly names: (start: string) => string[]
}

/** The storage area is looked up each time, because even the property throws if storage is forbidden. */
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
      // Forbidden storage is empty.
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

/** Shared by all windows of this browser. */
export const { read: readStored, store, forget, names: storedNames } = memoryIn(() => localStorage)

/** Stores texts for this window only, also after a reload. */
export const windowMemory = memoryIn(() => sessionStorage)

/** A setting that this browser remembers for the user. */
export function useStored<T>(name: string, schema: z.ZodType<T>, usual: T) {
  const [value, setValue] = useState(() => readStored(name, schema) ?? usual)
  const choose = (value: T) => {
    setValue(value)
    store(name, value)
  }
  return [value, choose] as const
}
