import { z } from 'zod'

/** What the Web API tells of the tenants that feed a combined one: their names; null when there are none. */
export const webApiDataFeed = z.object({ tenants: z.array(z.string()).nullable() })
