import { z } from 'zod'
import { texts } from '../kit/named-fields.ts'

/** What the Web API and its clients exchange about thresholds profiles. */

/** Thresholds that replace those of a metric, everywhere or only for a host or an endpoint group. */
const rule = z.object({
  endpoint_group: z.string().optional(),
  host: z.string().optional(),
  metric: z.string(),
  /** The thresholds in the form of `isThresholds`. */
  thresholds: z.string(),
})

/** A stored profile; `date` is the day (UTC, `YYYY-MM-DD`) of the requested version. */
export const webApiThresholdsProfile = z.object({
  ...texts('id', 'date', 'name'),
  rules: z.array(rule),
})

export type WebApiThresholdsProfile = z.output<typeof webApiThresholdsProfile>
export type WebApiThresholdsProfileInput = Omit<WebApiThresholdsProfile, 'id' | 'date'>
