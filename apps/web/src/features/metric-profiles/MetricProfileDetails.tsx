import type { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { GroupField } from '#kit/fields/GroupField.tsx'
import { TextAreaField } from '#kit/fields/TextAreaField.tsx'
import { TextField } from '#kit/fields/TextField.tsx'
import formClasses from '#kit/form/ResourceForm.module.css'
import { csv, FileMenu } from '#kit/imports/FileMenu.tsx'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { ReadOnlyPage } from '#kit/resource/ReadOnlyPage.tsx'
import { MetricProfileUsage } from './MetricProfileUsage.tsx'
import type { MetricProfileValues } from './metric-profile-form.ts'
import { PairsList } from './PairsList.tsx'
import { exportPairs } from './pair-files.ts'
import { useKnownParts } from './use-known-parts.ts'

/** A metric profile, read-only. */
export function MetricProfileDetails(props: DetailsProps<typeof metricProfiles, MetricProfileValues>) {
  const { view, record } = props
  // Unknown names are marked for members, in the stored state.
  const isCurrent = record !== undefined && view === 'member'
  const exportAll = () => record && void exportPairs(record.name, record.services, false)
  return (
    <ReadOnlyPage {...props} width="full" menu={isCurrent && <FileMenu format={csv} onExport={exportAll} />}>
      <MetricProfileFields />
      {isCurrent ? <CurrentPairs /> : <PairsList view={view} knownParts={undefined} />}
      {isCurrent && <MetricProfileUsage {...record} />}
    </ReadOnlyPage>
  )
}

const CurrentPairs = () => <PairsList view="member" knownParts={useKnownParts()} />

/** The fields of a metric profile besides its pairs. */
export const MetricProfileFields = ({ fixedName }: { readonly fixedName?: string }) => (
  <div className={formClasses.fields}>
    <TextField name="name" label="Metric profile name" isMono fixed={fixedName} />
    <TextAreaField name="description" label="Description" isOptional rows={4} />
    <GroupField name="groupname" kind="metricprofiles" description="Members of this group may change the profile." />
  </div>
)
