import { metricProfiles } from '@quatrain/contract/resources/metric-profile.ts'
import { useMay } from '#kit/api/console-context.tsx'
import { ResourceVersionPage } from '#kit/history/ResourceVersionPage.tsx'
import { MetricProfileDetails } from './MetricProfileDetails.tsx'
import { metricProfileDefinition } from './metric-profile-form.ts'

/** One version of a metric profile as it was. */
export function MetricProfileVersionPage() {
  const may = useMay()
  return (
    <ResourceVersionPage
      definition={metricProfileDefinition}
      mayRestore={(values) => may('change', metricProfiles, values)}
    >
      {(shown) => <MetricProfileDetails {...shown} />}
    </ResourceVersionPage>
  )
}
