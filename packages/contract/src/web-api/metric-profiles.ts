import { z } from 'zod'

/** What the Web API and its clients exchange about metric profiles. */

const servicesOfProfile = z.array(z.object({ service: z.string(), metrics: z.array(z.string()) }))

/** A stored profile; `date` is the day (UTC, `YYYY-MM-DD`) of the requested version. */
export const webApiMetricProfile = z.object({
  id: z.string(),
  date: z.string(),
  name: z.string(),
  description: z.string(),
  services: servicesOfProfile,
})

export type WebApiMetricProfile = z.output<typeof webApiMetricProfile>
export type WebApiMetricProfileInput = Omit<WebApiMetricProfile, 'id' | 'date'>
