import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import {
  type KnownTypes,
  type NewTypesValues,
  noTypes,
  preparedIn,
  problemsOfTyped,
  typedFields,
  typedIn,
} from './new-types-form.ts'
import { typeRows } from './service-type-rows.ts'

/**
 * Returns the function that moves the service type that is being typed to those that are prepared, or shows what is wrong
 * with it.
 */
export function usePrepareTyped(methods: UseFormReturn<NewTypesValues>, knownTypes: KnownTypes): () => void {
  useRechecked(methods)
  return () => {
    const values = methods.getValues()
    const problems = problemsOfTyped(values, knownTypes)
    for (const { field, message } of problems) methods.setError(field, { type: 'custom', message })
    if (problems[0]) return methods.setFocus(problems[0].field)
    const row = typeRows(knownTypes.hasTitles).newRow({ ...typedIn(values), isLocked: false })
    methods.setValue('prepared', [...preparedIn(values), row], { shouldDirty: true, shouldValidate: true })
    for (const field of typedFields) methods.resetField(field, { defaultValue: noTypes[field] })
    methods.setFocus('name')
  }
}

/** Each change of the form can mend a field that has a problem, also another one. */
function useRechecked(methods: UseFormReturn<NewTypesValues>): void {
  useEffect(
    () =>
      methods.subscribe({
        formState: { values: true },
        callback: () => {
          const refused = typedFields.filter((field) => methods.getFieldState(field).error)
          if (refused.length > 0) void methods.trigger(refused)
        },
      }),
    [methods],
  )
}
