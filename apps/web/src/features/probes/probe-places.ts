import { useConsoleContext } from '#kit/api/console-context.tsx'
import type { View } from '#kit/api/resource-queries.ts'
import { paths } from '#lib/paths.ts'
import type { ResourcePaths } from '#lib/resource-paths.ts'

interface Places {
  readonly probes: ResourcePaths
  /** The page of a metric template of a probe. */
  readonly template: (probe: string, template: string) => string
}

/** The targets of links of probes: public pages link to public pages, in a tenant below the probe. */
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
