import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import type { DetailsProps } from './details-props.ts'

/** An object to be read, shown by the fields of its form. */
export const ReadOnlyPage = <R extends Resource, Values extends FieldValues>(
  props: DetailsProps<R, Values> & { readonly children: ReactNode },
) => {
  const { title, object, values, actions, notice, children } = props
  return (
    <PageFrame title={title} object={object} actions={actions} width="reading">
      {notice}
      <ReadOnlyForm values={values}>{children}</ReadOnlyForm>
    </PageFrame>
  )
}
