import type { MetricTag } from '@quatrain/contract/resources/metric-tag.ts'
import { historyPages } from '#kit/resource/history-pages.tsx'
import { AddPage, ClonePage } from '#kit/resource/NewRecordPages.tsx'
import { RecordDetailsPage } from '#kit/resource/RecordDetailsPage.tsx'
import { StoredRecordPage } from '#kit/resource/StoredRecordPage.tsx'
import { paths } from '#lib/paths.ts'
import { MetricTagDetails } from './MetricTagDetails.tsx'
import { MetricTagForm } from './MetricTagForm.tsx'
import { metricTagForm } from './metric-tag-form.ts'

const shared = { definition: metricTagForm.definition, Form: MetricTagForm, Details: MetricTagDetails } as const

export const AddMetricTagPage = () => <AddPage {...shared} />
export const CloneMetricTagPage = () => <ClonePage {...shared} cloneOf={cloneOf} />
export const ChangeMetricTagPage = () => <StoredRecordPage {...shared} />

export const metricTagHistory = historyPages(shared)

export const PublicMetricTagPage = () => <RecordDetailsPage {...shared} paths={paths.publicMetricTags} view="public" />

const cloneOf = ({ metrics }: MetricTag) => ({ name: '', metrics: metrics.map(({ name }) => name) })
