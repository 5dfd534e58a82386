import type { View } from '#kit/api/resource-queries.ts'
import { paths } from '#lib/paths.ts'
import { labelledVersion, type ResourcePaths, resourcePaths } from '#lib/resource-paths.ts'

/** Where templates are looked at, and where the links of their pages lead. */
export interface TemplatePlaces {
  readonly view: View
  readonly templates: ResourcePaths
  /** Where a probe's version is shown; nothing for what is no `name (version)`. */
  readonly probeVersion: (label: string) => string | undefined
}

/** Where they are made. */
export const inSuperTenant: TemplatePlaces = {
  view: 'member',
  templates: paths.metricTemplates,
  probeVersion: (label) => labelledVersion(paths.probes, label),
}

/** What a tenant's administrators read. */
export const inTenant: TemplatePlaces = { ...inSuperTenant, templates: paths.tenantMetricTemplates }

/** What everybody in a tenant reads: a probe with its templates below it. */
export const throughProbe = (probe: string): TemplatePlaces => ({
  ...inSuperTenant,
  templates: resourcePaths(paths.probes.details(probe)),
})

export const inPublic: TemplatePlaces = {
  view: 'public',
  templates: paths.publicMetricTemplates,
  probeVersion: (label) => labelledVersion(paths.publicProbes, label),
}
