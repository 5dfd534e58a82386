import type { ReactNode } from 'react'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { YumRepoFields } from './YumRepoFields.tsx'
import type { YumRepoValues } from './yum-repo-form.ts'

interface Props {
  readonly values: YumRepoValues
  readonly object: string
  readonly title?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  /** What stands below the fields. */
  readonly children?: ReactNode
}

/** A YUM repo to be read. */
export const YumRepoDetails = (props: Props) => {
  const { values, object, title = 'YUM repo details', actions, notice, children } = props
  return (
    <PageFrame title={title} object={object} actions={actions} width="reading">
      {notice}
      <ReadOnlyForm values={values}>
        <YumRepoFields />
        {children}
      </ReadOnlyForm>
    </PageFrame>
  )
}
