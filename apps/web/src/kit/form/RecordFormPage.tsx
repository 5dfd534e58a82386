import { keyIn, type RecordOf, type Resource } from '@quatrain/contract/kit/resource.ts'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

interface Props<R extends Resource, Values extends FieldValues> {
  readonly form: ResourceFormState<Values>
  readonly title: string
  readonly resource: R
  /** The stored object that is changed; nothing for a new one. */
  readonly record?: RecordOf<R> | undefined
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  readonly width?: 'reading' | 'full'
  readonly children: ReactNode
}

/** The page of a form: its heading with the name of the stored object, its notices, and the form. */
export const RecordFormPage = <R extends Resource, Values extends FieldValues>(props: Props<R, Values>) => {
  const { form, title, resource, record, actions, notice, width = 'reading', children } = props
  return (
    <PageFrame title={title} object={record && keyIn(record, resource.key.read)} actions={actions} width={width}>
      {notice}
      <ResourceForm form={form}>{children}</ResourceForm>
    </PageFrame>
  )
}
