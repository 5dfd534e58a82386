import type { View } from '#kit/api/queries.ts'
import { paths } from '#lib/paths.ts'
import { labelledVersion, type ResourcePaths, resourcePaths } from '#lib/resource-paths.ts'

/** The addresses of pages of templates, and the targets of their links. */
export interface TemplatePlaces {
  readonly view: View
  readonly templates: ResourcePaths
  /** The address of a probe's version; undefined for texts other than `name (version)`. */
  readonly probeVersion: (label: string) => string | undefined
}

/** The places of templates in the super-tenant. */
export const inSuperTenant: TemplatePlaces = {
  view: 'member',
  templates: paths.metricTemplates,
  probeVersion: (label) => labelledVersion(paths.probes, label),
}

/** The places of templates for a tenant's administrators. */
export const inTenant: TemplatePlaces = { ...inSuperTenant, templates: paths.tenantMetricTemplates }

/** The places of templates for all users of a tenant: below the probe. */
export const throughProbe = (probe: string): TemplatePlaces => ({
  ...inSuperTenant,
  templates: resourcePaths(paths.probes.details(probe)),
})

export const inPublic: TemplatePlaces = {
  view: 'public',
  templates: paths.publicMetricTemplates,
  probeVersion: (label) => labelledVersion(paths.publicProbes, label),
}
