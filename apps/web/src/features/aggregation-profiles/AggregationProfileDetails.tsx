import type { aggregationProfiles } from '@quatrain/contract/resources/aggregation-profile.ts'
import { useCallback, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { ReadOnlyForm } from '#kit/form/ReadOnlyForm.tsx'
import { FileMenu, json } from '#kit/imports/FileMenu.tsx'
import type { DetailsProps } from '#kit/resource/details-props.ts'
import { GroupedRowsList } from '#kit/rows/GroupedRowsList.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { AggregationFields } from './AggregationFields.tsx'
import type { AggregationProfileValues } from './aggregation-profile-form.ts'
import { MissingMark } from './GroupsField.tsx'
import { groupRows, members, type ServiceRow } from './group-rows.ts'
import { OutOfSync } from './OutOfSync.tsx'
import { ProfileFormula } from './simulator/ProfileFormula.tsx'
import { exportProfile } from './use-json-import.ts'
import { useProfileServices } from './use-profile-services.ts'

/** An aggregation profile, read-only. Members see in the current state what differs from its metric profile. */
export function AggregationProfileDetails(props: DetailsProps<typeof aggregationProfiles, AggregationProfileValues>) {
  const { title, object, values, view, record, actions, notice } = props
  const isCurrent = record !== undefined && view === 'member'
  return (
    <PageFrame
      title={title}
      object={object}
      actions={
        <>
          {isCurrent && <FileMenu format={json} onExport={() => exportProfile(record.name, record)} />}
          {actions}
        </>
      }
    >
      {notice}
      <ReadOnlyForm values={values}>
        {isCurrent && <OutOfSync />}
        <AggregationFields view={view} />
        {isCurrent ? <CurrentGroups /> : <Groups known={undefined} />}
        <ProfileFormula view={view} />
      </ReadOnlyForm>
    </PageFrame>
  )
}

function CurrentGroups() {
  const metricProfile = useWatch<AggregationProfileValues, 'metric_profile'>({ name: 'metric_profile' })
  const services = useProfileServices(metricProfile)
  return <Groups known={useMemo(() => services && new Set(services), [services])} />
}

function Groups({ known }: { readonly known: ReadonlySet<string> | undefined }) {
  const groups = useWatch<AggregationProfileValues, 'groups'>({ name: 'groups' })
  const marksOf = useCallback(({ name }: ServiceRow) => <MissingMark name={name} known={known} />, [known])
  return (
    <GroupedRowsList
      groups={groups}
      definition={groupRows}
      members={members}
      label="Service flavour groups"
      marksOf={marksOf}
    />
  )
}
