import { z } from 'zod'
import { texts } from '../kit/named-fields.ts'

/** What the Web API and its clients exchange about downtimes: one set for each day, which is valid on that day only. */

const downtime = z.object({
  ...texts('hostname', 'service', 'start_time', 'end_time'),
  /** Absent if empty, like the next two. */
  description: z.string().optional(),
  classification: z.string().optional(),
  severity: z.string().optional(),
})

/** The downtimes of a day (UTC, `YYYY-MM-DD`). */
export const webApiDowntimes = z.object({ date: z.string(), endpoints: z.array(downtime) })

export type WebApiDowntime = z.output<typeof downtime>
export type WebApiDowntimesInput = Omit<z.output<typeof webApiDowntimes>, 'date'>
