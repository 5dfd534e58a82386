import type { MetricDocument } from '@quatrain/contract/resources/metric.ts'
import type { ReactNode } from 'react'
import type { View } from '#kit/api/resource-queries.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import { MetricConfiguration } from './MetricConfiguration.tsx'
import { MetricIdentity } from './MetricIdentity.tsx'
import { ProbeOfMetric } from './ProbeOfMetric.tsx'

interface Props {
  readonly metric: MetricDocument
  /** The profiles that hold it now; nothing where it is shown as it was. */
  readonly profiles?: readonly string[]
  readonly view?: View
  readonly title?: string
  readonly actions?: ReactNode
  readonly notice?: ReactNode
}

/** A metric to be read. */
export const MetricDetails = ({ metric, title = 'Metric details', actions, notice, ...shown }: Props) => (
  <PageFrame title={title} object={metric.name} actions={actions} width="reading">
    {notice}
    <MetricIdentity metric={metric} {...shown} />
    <MetricConfiguration metric={metric} {...shown} />
    <ProbeOfMetric probeversion={metric.probeversion} view={shown.view ?? 'member'} />
  </PageFrame>
)
