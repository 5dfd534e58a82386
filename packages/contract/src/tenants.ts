import { z } from 'zod'
import { superOnly } from './kit/deployment.ts'
import { defineEndpoint } from './kit/endpoint.ts'
import { internalApi } from './kit/resource.ts'

/** A tenant beside the others: where it is, and how much it has. */
export const tenantOverview = z.object({
  name: z.string(),
  schema_name: z.string(),
  /** The host of its console, which can carry a port. */
  domain_url: z.string(),
  /** `YYYY-MM-DD`. */
  created_on: z.string(),
  nr_metrics: z.int(),
  /** Different probe versions that its metrics run. */
  nr_probes: z.int(),
  combined: z.boolean(),
  /** The tenants that feed it, where it is a combined one. */
  combined_from: z.array(z.string()).optional(),
})

export type TenantOverview = z.output<typeof tenantOverview>

/** Without the super-tenant's own entry (decision D27). */
export const publicTenants = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/public_tenants`,
  summary: 'All tenants by name, for everybody',
  deployments: superOnly,
  caller: 'anyone',
  answer: z.array(tenantOverview),
})
