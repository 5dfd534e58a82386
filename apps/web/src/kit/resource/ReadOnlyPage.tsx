import type { Resource } from '@quatrain/contract/kit/resource.ts'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import type { DetailsProps } from './details-props.ts'

/** A read-only page of an object with the fields of its form. */
export const ReadOnlyPage = <R extends Resource, Values extends FieldValues>(
  props: DetailsProps<R, Values> & {
    readonly menu?: ReactNode
    readonly width?: 'reading' | 'full'
    readonly children: ReactNode
  },
) => {
  const { title, object, values, actions, menu, notice, width = 'reading', children } = props
  return (
    <PageFrame title={title} object={object} menu={menu} actions={actions} width={width}>
      {notice}
      <ReadOnlyForm values={values}>{children}</ReadOnlyForm>
    </PageFrame>
  )
}
