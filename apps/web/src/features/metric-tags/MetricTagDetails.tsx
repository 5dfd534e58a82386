import type { metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { csv, FileMenu } from '#kit/imports/FileMenu.tsx'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { ReadOnlyPage } from '#kit/resource/ReadOnlyPage.tsx'
import { toneOfTag } from '#lib/tags.ts'
import { Mark } from '#ui/Mark.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { MembersList } from './MembersList.tsx'
import { exportNames } from './member-files.ts'
import type { MetricTagValues } from './metric-tag-form.ts'
import { TagMeaning } from './TagMeaning.tsx'
import { TagUsage } from './TagUsage.tsx'

/** A metric tag, read-only. */
export const MetricTagDetails = (props: DetailsProps<typeof metricTags, MetricTagValues>) => {
  const { values, view, record } = props
  const isCurrent = record !== undefined && view === 'member'
  const menu = isCurrent && <FileMenu format={csv} onExport={() => void exportNames(record.name, values.metrics)} />
  return (
    <ReadOnlyPage {...props} width="full" menu={menu}>
      <LabelledValue label="Name">
        <Mark tone={toneOfTag(values.name)}>{values.name}</Mark>
      </LabelledValue>
      <TagMeaning name={values.name} />
      {isCurrent && <TagUsage name={record.name} />}
      <MembersList view={view} />
    </ReadOnlyPage>
  )
}
