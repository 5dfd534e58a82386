import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { paths } from '#app/paths.ts'
import { ResourceComparePage } from '#kit/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/ResourceVersionPage.tsx'
import { OverrideDetails } from './OverrideDetails.tsx'
import { overrideShape } from './override-form.ts'

export const OverrideHistoryPage = () => (
  <ResourceHistoryPage resource={metricOverrides} paths={paths.metricOverrides} />
)

export const OverrideComparePage = () => <ResourceComparePage shape={overrideShape} />

export const OverrideVersionPage = () => (
  <ResourceVersionPage shape={overrideShape} mayRestore={() => true}>
    {(shown) => <OverrideDetails {...shown} />}
  </ResourceVersionPage>
)
