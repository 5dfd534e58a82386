import { z } from 'zod'
import { tenantUse } from './tenant-use.ts'

/** What depends on packages, from the nearest to the farthest. */
export const packageUsage = z.object({
  /** Every version of a probe that is in one of the packages. */
  probes: z.array(z.object({ name: z.string(), version: z.string() })),
  /** Names of the metric templates, in whatever version they run one of those probes. */
  templates: z.array(z.string()),
  /** Tenants with metrics that run one of those probes; a tenant's own console knows only of its own. */
  tenants: z.array(tenantUse),
})

export type PackageUsage = z.output<typeof packageUsage>
