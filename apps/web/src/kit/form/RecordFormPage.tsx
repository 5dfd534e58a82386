import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ImportNotice, type LastImport } from '#kit/imports/last-import.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import type { ResourceFormState } from './use-resource-form.ts'

interface Props<Values extends FieldValues> {
  readonly form: ResourceFormState<Values>
  readonly title: string
  readonly actions?: ReactNode
  readonly menu?: ReactNode
  /** The last import into the form, which can be undone. */
  readonly lastImport?: LastImport
  readonly notice?: ReactNode
  readonly width?: 'reading' | 'full'
  readonly children: ReactNode
}

/** The page of a form: its heading with the name of the stored object, its notices, and the form. */
export const RecordFormPage = <Values extends FieldValues>(props: Props<Values>) => {
  const { form, title, actions, menu, notice, lastImport, width = 'reading', children } = props
  const { nameOf, titleOf = nameOf } = form.definition
  const object = form.mode === 'change' ? titleOf(form.base.values) : undefined
  return (
    <PageFrame title={title} object={object} menu={menu} actions={actions} width={width}>
      {notice}
      {lastImport && <ImportNotice {...lastImport} />}
      <ResourceForm form={form}>{children}</ResourceForm>
    </PageFrame>
  )
}
