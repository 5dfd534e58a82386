import type { View } from '#kit/api/queries.ts'
import { paths } from '#lib/paths.ts'
import { labelledVersion, type ResourcePaths } from '#lib/resource-paths.ts'

interface Places {
  readonly metrics: ResourcePaths
  readonly profiles: ResourcePaths
  /** The address of a probe's version; undefined for texts other than `name (version)`. */
  readonly probeVersion: (probeversion: string) => string | undefined
}

/** The targets of links of metrics: public pages link to public pages. */
export const placesFor = (view: View): Places =>
  view === 'public'
    ? placesOf(paths.publicMetrics, paths.publicMetricProfiles, paths.publicProbes)
    : placesOf(paths.metrics, paths.metricProfiles, paths.probes)

const placesOf = (metrics: ResourcePaths, profiles: ResourcePaths, probes: ResourcePaths): Places => ({
  metrics,
  profiles,
  probeVersion: (probeversion) => labelledVersion(probes, probeversion),
})
