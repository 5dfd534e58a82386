import { z } from 'zod'

/** What the Web API and its callers tell each other about service types: one list for a day, written as a whole. */

/** One entry of the list; `date` is the day (UTC, `YYYY-MM-DD`) for which the list was written. */
export const webApiServiceType = z.object({
  date: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** The first is where it comes from: `poem` for the console, `topology` for a feed. Left out when there are none. */
  tags: z.array(z.string()).optional(),
  tenant: z.string().optional(),
})

export type WebApiServiceType = z.output<typeof webApiServiceType>
export type WebApiServiceTypeInput = Omit<WebApiServiceType, 'date'>

/** What a write of topology answers: without the frame of other answers. */
export const topologyWritten = z.object({ message: z.string(), code: z.string() })
