import { metricOverrides } from '@quatrain/contract/resources/metric-override.ts'
import { ResourceComparePage } from '#kit/history/ResourceComparePage.tsx'
import { ResourceHistoryPage } from '#kit/history/ResourceHistoryPage.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { paths } from '#lib/paths.ts'
import { OverrideDetails } from './OverrideDetails.tsx'
import { overrideDefinition } from './override-form.ts'

export const OverrideHistoryPage = () => (
  <ResourceHistoryPage resource={metricOverrides} paths={paths.metricOverrides} />
)

export const OverrideComparePage = () => (
  <ResourceComparePage resource={metricOverrides} paths={paths.metricOverrides} />
)

export const OverrideVersionPage = () => (
  <ResourceVersionPage definition={overrideDefinition} mayRestore={() => true}>
    {(shown) => <OverrideDetails {...shown} />}
  </ResourceVersionPage>
)
