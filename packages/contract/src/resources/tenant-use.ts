import { z } from 'zod'

/**
 * A tenant whose metrics depend on an object of the catalogue: the number of metrics, and of metric profiles with them.
 */
export const tenantUse = z.object({ name: z.string(), metrics: z.int(), profiles: z.int() })

export type TenantUse = z.output<typeof tenantUse>
