import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { MetricProfileDetails } from './MetricProfileDetails.tsx'
import { metricProfileDefinition } from './metric-profile-form.ts'

const published = { paths: paths.publicMetricProfiles, view: 'public' } as const
const publicProps = { ...published, definition: metricProfileDefinition, Details: MetricProfileDetails } as const

export const PublicMetricProfilePage = () => <RecordDetailsPage {...publicProps} />
export const PublicMetricProfileHistoryPage = () => <ResourceHistoryPage {...published} resource={metricProfiles} />
export const PublicMetricProfileVersionPage = () => <VersionPage {...publicProps} />
export const PublicMetricProfileComparePage = () => <ResourceComparePage {...published} resource={metricProfiles} />
