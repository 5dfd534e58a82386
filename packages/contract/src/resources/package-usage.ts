import { z } from 'zod'
import { tenantUse } from './tenant-use.ts'

/** What depends on packages, from direct to indirect dependents. */
export const packageUsage = z.object({
  /** Every version of a probe that is in one of the packages. */
  probes: z.array(z.object({ name: z.string(), version: z.string() })),
  /** Names of the metric templates that use one of those probes in any of their versions. */
  templates: z.array(z.string()),
  /** Tenants with metrics that run one of those probes; a tenant's own console only sees its own metrics. */
  tenants: z.array(tenantUse),
})

export type PackageUsage = z.output<typeof packageUsage>
