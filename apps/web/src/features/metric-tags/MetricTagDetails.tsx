import type { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { csv, FileMenu } from '#kit/imports/FileMenu.tsx'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { toneOfTag } from '#lib/tags.ts'
import { Mark } from '#ui/Mark.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { MembersList } from './MembersList.tsx'
import { exportNames } from './member-files.ts'
import type { MetricTagValues } from './metric-tag-form.ts'
import { TagMeaning } from './TagMeaning.tsx'
import { TagUsage } from './TagUsage.tsx'

/** A metric tag to be read. */
export const MetricTagDetails = (props: DetailsProps<typeof metricTags, MetricTagValues>) => {
  const { title, object, values, view, record, actions, notice } = props
  const isCurrent = record !== undefined && view === 'member'
  return (
    <PageFrame
      title={title}
      object={object}
      actions={
        <>
          {isCurrent && <FileMenu format={csv} onExport={() => void exportNames(record.name, values.metrics)} />}
          {actions}
        </>
      }
    >
      {notice}
      <ReadOnlyForm values={values}>
        <LabelledValue label="Name">
          <Mark tone={toneOfTag(values.name)}>{values.name}</Mark>
        </LabelledValue>
        <TagMeaning name={values.name} />
        {isCurrent && <TagUsage name={record.name} />}
        <MembersList view={view} />
      </ReadOnlyForm>
    </PageFrame>
  )
}
