import { useConsoleContext } from '#kit/api/console-context.tsx'
import type { View } from '#kit/api/resource-queries.ts'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

interface Places {
  readonly probes: ResourcePaths
  /** Where a metric template of a probe is shown. */
  readonly template: (probe: string, template: string) => string
}

/** Where the links of probes lead: from public pages to public pages, in a tenant through the probe. */
export function usePlaces(view: View): Places {
  const { visitor } = useConsoleContext()
  if (view === 'public') {
    return { probes: paths.publicProbes, template: (_, name) => paths.publicMetricTemplates.details(name) }
  }
  return {
    probes: paths.probes,
    template: visitor.deployment === 'super' ? (_, name) => paths.metricTemplates.details(name) : paths.templateOfProbe,
  }
}
