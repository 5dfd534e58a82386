import { z } from 'zod'

/** A tenant whose metrics depend on something of the catalogue: how many do, and in how many metric profiles they are. */
export const tenantUse = z.object({ name: z.string(), metrics: z.int(), profiles: z.int() })

export type TenantUse = z.output<typeof tenantUse>
