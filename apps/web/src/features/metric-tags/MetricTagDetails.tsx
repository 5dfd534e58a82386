import type { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import type { View } from '#kit/api/resource-queries.ts'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { csv, FileMenu } from '#kit/imports/FileMenu.tsx'
import { toneOfTag } from '#kit/page/tags.ts'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { Mark } from '#ui/Mark.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { MembersList } from './MembersList.tsx'
import { exportNames } from './member-files.ts'
import type { MetricTagValues } from './metric-tag-form.ts'
import { TagMeaning } from './TagMeaning.tsx'
import { TagUsage } from './TagUsage.tsx'

interface Props extends DetailsProps<typeof metricTags, MetricTagValues> {
  readonly view?: View
}

/** A metric tag to be read. */
export const MetricTagDetails = ({ title, object, values, record, actions, notice, view = 'member' }: Props) => (
  <PageFrame
    title={title}
    object={object}
    actions={
      <>
        {record && <FileMenu format={csv} onExport={() => void exportNames(record.name, values.metrics)} />}
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
      {record && <TagUsage name={record.name} />}
      <MembersList view={view} />
    </ReadOnlyForm>
  </PageFrame>
)
