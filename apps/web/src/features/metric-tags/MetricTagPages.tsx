import { type MetricTag, metricTags } from '@quatrain/contract/resources/metric-tag.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { VersionPage } from '#kit/resource/VersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { MetricTagDetails } from './MetricTagDetails.tsx'
import { MetricTagForm } from './MetricTagForm.tsx'
import { metricTagForm } from './metric-tag-form.ts'

const shared = { definition: metricTagForm.definition, Form: MetricTagForm, Details: MetricTagDetails } as const

export const AddMetricTagPage = () => <AddPage {...shared} />
export const CloneMetricTagPage = () => <ClonePage {...shared} cloneOf={cloneOf} />
export const ChangeMetricTagPage = () => <StoredRecordPage {...shared} />

export const MetricTagHistoryPage = () => <ResourceHistoryPage resource={metricTags} paths={paths.metricTags} />
export const MetricTagVersionPage = () => <VersionPage {...shared} />
export const MetricTagComparePage = () => <ResourceComparePage resource={metricTags} paths={paths.metricTags} />

export const PublicMetricTagPage = () => <RecordDetailsPage {...shared} paths={paths.publicMetricTags} view="public" />

const cloneOf = ({ metrics }: MetricTag) => ({ name: '', metrics: metrics.map(({ name }) => name) })
