import { z } from 'zod'
import { texts } from '../kit/named-fields.ts'
import { webApiLeftOut } from './topology.ts'

/** What the Web API and its clients exchange about service types: one list for each day, replaced as a whole. */

/** One entry of the list; `date` is the day (UTC, `YYYY-MM-DD`) for which the list was written. */
export const webApiServiceType = z.object({
  ...texts('date', 'name', 'title', 'description'),
  /** The first tag is the origin: `poem` for the console, `topology` for a connector. Absent if there are no tags. */
  tags: z.array(z.string()).optional(),
  tenant: z.string().optional(),
})

export type WebApiServiceType = z.output<typeof webApiServiceType>
export type WebApiServiceTypeInput = Omit<WebApiServiceType, 'date'>

/** The response to a write of the topology, which has no envelope. */
export const topologyWritten = z.object({
  message: z.string(),
  code: z.string(),
  /** The rows that were left out; absent if there are none. */
  left_out: webApiLeftOut.omit({ date: true }).optional(),
})
