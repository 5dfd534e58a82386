import { type MetricProfile, metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useMay } from '#kit/api/console-context.tsx'
import type { RecordFormProps } from '#kit/form/use-record-form.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
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
const history = { resource: metricProfiles, paths: paths.metricProfiles } as const

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

export const MetricProfileHistoryPage = () => <ResourceHistoryPage {...history} />
export const MetricProfileVersionPage = () => <VersionPage {...shared} />
export const MetricProfileComparePage = () => <ResourceComparePage {...history} />
