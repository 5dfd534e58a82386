import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { ReadOnlyFields } from '#kit/fields/fields-state.ts'
import { FormColumns } from './FormColumns.tsx'

/** The fields of a form with values that cannot be changed here: an old version, or an object that the user may not change. */
export function ReadOnlyForm<Values extends FieldValues>({
  values,
  children,
}: {
  readonly values: Values
  readonly children: ReactNode
}) {
  const methods = useForm<Values>({ values })
  return (
    <FormProvider {...methods}>
      <ReadOnlyFields value={true}>
        <FormColumns>{children}</FormColumns>
      </ReadOnlyFields>
    </FormProvider>
  )
}
