import { useQuery } from '@tanstack/react-query'
import { packagePage } from '#features/package-usage/package-usage.queries.ts'
import { probeOfVersion } from '#features/probes/probes.queries.ts'
import { isApiError } from '#kit/api/api-error.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import type { View } from '#kit/api/resource-queries.ts'
import details from '#kit/page/details.module.css'
import { Failure } from '#kit/page/Failure.tsx'
import { LinkedValue } from '#kit/page/LinkedValue.tsx'
import { Section } from '#kit/page/Section.tsx'
import { ExternalLink, ValueText } from '#ui/ValueText.tsx'

interface Props {
  /** `name (version)`; empty if it has none. */
  readonly probeversion: string
  readonly view: View
}

/** The package of a metric's probe, and its state; absent if the metric has no probe. */
export function ProbeOfMetric({ probeversion, view }: Props) {
  const { visitor } = useConsoleContext()
  const { data: probe, error, refetch } = useQuery(probeOfVersion(probeversion, view))
  if (error && !isApiError(error, 'not_found')) return <Failure error={error} retry={() => void refetch()} />
  if (!probe) return null
  return (
    <Section title="Probe metadata">
      <div className={details.fields}>
        <LinkedValue label="Package" value={probe.package} to={packagePage(visitor, probe.package)} />
        <ExternalLink label="Documentation" url={probe.docurl} />
        <ExternalLink label="Repository" url={probe.repository} />
        <div className={details.whole}>
          <ValueText label="Probe description" value={probe.description} />
        </div>
      </div>
    </Section>
  )
}
