import type { MetricTag } from '@quatrain/contract/resources/metric-tag.ts'
import { ClonePage, objectPages } from '#kit/resource/object-pages.tsx'
import { readOnlyPages } from '#kit/resource/read-pages.tsx'
import { paths } from '#lib/paths.ts'
import { MetricTagDetails } from './MetricTagDetails.tsx'
import { MetricTagForm } from './MetricTagForm.tsx'
import { metricTagForm } from './metric-tag-form.ts'

const shared = { definition: metricTagForm.definition, Form: MetricTagForm, Details: MetricTagDetails } as const

const cloneOf = ({ metrics }: MetricTag) => ({ name: '', metrics: metrics.map(({ name }) => name) })

export const metricTagPages = { ...objectPages(shared), clone: <ClonePage {...shared} cloneOf={cloneOf} /> }

export const publicMetricTagPages = readOnlyPages({ ...shared, paths: paths.publicMetricTags, view: 'public' })
