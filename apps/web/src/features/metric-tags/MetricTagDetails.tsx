import type { ReactNode } from 'react'
import type { View } from '#kit/api/resource-queries.ts'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { toneOfTag } from '#kit/page/tags.ts'
import { Mark } from '#ui/Mark.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { MembersList } from './MembersList.tsx'
import type { MetricTagValues } from './metric-tag-form.ts'
import { TagMeaning } from './TagMeaning.tsx'

interface Props {
  readonly values: MetricTagValues
  readonly view?: View
  readonly title?: string
  readonly object?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
  readonly children?: ReactNode
}

/** A metric tag to be read. */
export function MetricTagDetails(props: Props) {
  const { values, view = 'member', title = 'Metric tag details', object = values.name, actions, notice } = props
  return (
    <PageFrame title={title} object={object} actions={actions}>
      {notice}
      <ReadOnlyForm values={values}>
        <LabelledValue label="Name">
          <Mark tone={toneOfTag(values.name)}>{values.name}</Mark>
        </LabelledValue>
        <TagMeaning name={values.name} />
        {props.children}
        <MembersList view={view} />
      </ReadOnlyForm>
    </PageFrame>
  )
}
