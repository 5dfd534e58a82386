import { createContext, use } from 'react'
import { get, useFormContext, useFormState } from 'react-hook-form'

/** Whether the fields of a form show values as text. */
const ReadOnlyContext = createContext(false)

export const ReadOnlyFields = ReadOnlyContext.Provider

export const useIsReadOnly = (): boolean => use(ReadOnlyContext)

/** The error of one field, by its path. */
export function useProblem(name: string): string | undefined {
  const { control } = useFormContext()
  const { errors } = useFormState({ control, name })
  const found: unknown = get(errors, name)
  if (typeof found !== 'object' || found === null || !('message' in found)) return undefined
  return typeof found.message === 'string' ? found.message : undefined
}
