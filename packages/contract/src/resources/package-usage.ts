import { z } from 'zod'

/** What depends on packages, from the nearest to the farthest. */
export const packageUsage = z.object({
  /** Every version of a probe that is in one of the packages. */
  probes: z.array(z.object({ name: z.string(), version: z.string() })),
  /** Names of the metric templates, in whatever version they run one of those probes. */
  templates: z.array(z.string()),
  /** Tenants with metrics that run one of those probes; a tenant's own console knows only of its own. */
  tenants: z.array(z.object({ name: z.string(), metrics: z.int(), profiles: z.int() })),
})

export type PackageUsage = z.output<typeof packageUsage>
