import { historyPages } from '#kit/resource/history-pages.tsx'
import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { paths } from '#lib/paths.ts'
import { MetricProfileDetails } from './MetricProfileDetails.tsx'
import { metricProfileDefinition } from './metric-profile-form.ts'

const published = { paths: paths.publicMetricProfiles, view: 'public' } as const
const publicProps = { ...published, definition: metricProfileDefinition, Details: MetricProfileDetails } as const

export const PublicMetricProfilePage = () => <RecordDetailsPage {...publicProps} />
export const publicMetricProfileHistory = historyPages(publicProps)
