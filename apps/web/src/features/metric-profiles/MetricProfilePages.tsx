import { type MetricProfile, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useMay } from '#kit/api/console-context.tsx'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { CombinedFrom } from './CombinedFrom.tsx'
import { MetricProfileDetails } from './MetricProfileDetails.tsx'
import { MetricProfileForm } from './MetricProfileForm.tsx'
import {
  type MetricProfileValues,
  metricProfileDefinition,
  metricProfileValuesBeside,
  metricProfileValuesOf,
} from './metric-profile-form.ts'

const definition = metricProfileDefinition
const shared = { definition, Form: MetricProfileForm, Details: MetricProfileDetails } as const
export const AddMetricProfilePage = () => <AddPage definition={definition} Form={CombiningForm} />

const CombiningForm = (props: RecordFormProps<typeof metricProfiles, MetricProfileValues>) => (
  <MetricProfileForm {...props}>
    <CombinedFrom />
  </MetricProfileForm>
)

export function CloneMetricProfilePage() {
  const may = useMay()
  // The server would refuse a group that the user may not assign, so none is selected.
  const cloneOf = (profile: MetricProfile) => {
    const groupname = may('change', metricProfiles, profile) ? profile.groupname : ''
    return metricProfileValuesBeside(
      metricProfileValuesOf({ ...profile, name: `Cloned ${profile.name}`, groupname }),
      definition.blank,
    )
  }
  return <ClonePage {...shared} cloneOf={cloneOf} />
}

export const ChangeMetricProfilePage = () => (
  <StoredRecordPage {...shared} restore={(old, now) => ({ ...metricProfileValuesBeside(old, now), name: now.name })} />
)

export const metricProfileHistory = historyPages(shared)
