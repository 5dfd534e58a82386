import type { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { useCallback } from 'react'
import { FileMenu } from '#kit/imports/FileMenu.tsx'
import { type DetailsProps, ReadOnlyPage, readOnlyPages } from '#kit/resource/read-pages.tsx'
import { GroupedRowsList } from '#kit/row-table/GroupedRowsField.tsx'
import { paths } from '#lib/paths.ts'
import { AggregationFields, AggregationProfileUsage, MissingMark } from './AggregationFields.tsx'
import { type AggregationProfileValues, aggregationProfileDefinition } from './aggregation-profile-form.ts'
import { groupMembers, groupRows, type ServiceRow } from './group-rows.ts'
import { OutOfSync } from './OutOfSync.tsx'
import { ProfileFormula } from './simulator/ProfileFormula.tsx'
import { exportProfile } from './use-profile-import.ts'
import { useKnownServices } from './use-profile-services.ts'

/** An aggregation profile, read-only. Members see in the current state what differs from its metric profile. */
export function AggregationProfileDetails(props: DetailsProps<typeof aggregationProfiles, AggregationProfileValues>) {
  const { values, view, record } = props
  const isCurrent = record !== undefined && view === 'member'
  const menu = isCurrent && <FileMenu format="JSON" onExport={() => exportProfile(record.name, record)} />
  return (
    <ReadOnlyPage {...props} width="full" menu={menu}>
      {isCurrent && <OutOfSync />}
      <AggregationFields view={view} />
      {isCurrent ? <CurrentGroups values={values} /> : <Groups values={values} knownServices={undefined} />}
      <ProfileFormula view={view} />
      {isCurrent && <AggregationProfileUsage {...record} />}
    </ReadOnlyPage>
  )
}

interface Props {
  readonly values: AggregationProfileValues
}

const CurrentGroups = ({ values }: Props) => (
  <Groups values={values} knownServices={useKnownServices(values.metric_profile)} />
)

function Groups({ values, knownServices }: Props & { readonly knownServices: ReadonlySet<string> | undefined }) {
  const marksOf = useCallback(
    ({ name }: ServiceRow) => <MissingMark name={name} knownServices={knownServices} />,
    [knownServices],
  )
  return (
    <GroupedRowsList
      groups={values.groups}
      definition={groupRows}
      members={groupMembers}
      label="Service flavour groups"
      marksOf={marksOf}
    />
  )
}

export const publicAggregationProfilePages = readOnlyPages({
  definition: aggregationProfileDefinition,
  paths: paths.publicAggregationProfiles,
  view: 'public',
  Details: AggregationProfileDetails,
})
