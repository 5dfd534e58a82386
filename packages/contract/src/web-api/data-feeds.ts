import { z } from 'zod'

/** The names of the tenants that feed a combined tenant; null if there are none. */
export const webApiDataFeed = z.object({ tenants: z.array(z.string()).nullable() })
