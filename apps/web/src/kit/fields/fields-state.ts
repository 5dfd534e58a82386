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
  const fieldError: unknown = get(errors, name)
  if (typeof fieldError !== 'object' || fieldError === null || !('message' in fieldError)) return undefined
  return typeof fieldError.message === 'string' ? fieldError.message : undefined
}
