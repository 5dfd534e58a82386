import { z } from 'zod'
import { texts } from '../kit/named-fields.ts'

/** What the Web API and its clients exchange about metric profiles. */

const servicesOfProfile = z.array(z.object({ service: z.string(), metrics: z.array(z.string()) }))

/** A stored profile; `date` is the day (UTC, `YYYY-MM-DD`) of the requested version. */
export const webApiMetricProfile = z.object({
  ...texts('id', 'date', 'name', 'description'),
  services: servicesOfProfile,
})

export type WebApiMetricProfile = z.output<typeof webApiMetricProfile>
export type WebApiMetricProfileInput = Omit<WebApiMetricProfile, 'id' | 'date'>
