import type { ReactNode } from 'react'
import type { View } from '#kit/api/resource-queries.ts'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { MetricProfileFields } from './MetricProfileFields.tsx'
import type { MetricProfileValues } from './metric-profile-form.ts'
import { PairsList } from './PairsList.tsx'
import type { KnownParts } from './pair-rows.ts'

interface Props {
  readonly values: MetricProfileValues
  readonly view?: View
  /** Names that the pairs should have, to mark those that have others. */
  readonly known?: KnownParts
  readonly title?: string
  readonly object?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** A metric profile to be read. */
export function MetricProfileDetails(props: Props) {
  const {
    values,
    view = 'member',
    known,
    title = 'Metric profile details',
    object = values.name,
    actions,
    notice,
  } = props
  return (
    <PageFrame title={title} object={object} actions={actions}>
      {notice}
      <ReadOnlyForm values={values}>
        <MetricProfileFields />
        <PairsList view={view} known={known} />
      </ReadOnlyForm>
    </PageFrame>
  )
}
