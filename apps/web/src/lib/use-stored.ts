import { useState } from 'react'
import type { z } from 'zod'
import { readStored, store } from './storage.ts'

/** A setting that this browser remembers for the user. */
export function useStored<T>(name: string, schema: z.ZodType<T>, usual: T) {
  const [value, setValue] = useState(() => readStored(name, schema) ?? usual)
  const choose = (value: T) => {
    setValue(value)
    store(name, value)
  }
  return [value, choose] as const
}
