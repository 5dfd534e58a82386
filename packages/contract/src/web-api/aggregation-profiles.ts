import { z } from 'zod'
import { texts } from '../kit/named-fields.ts'

/** What the Web API and its clients exchange about aggregation profiles. */

const operands = z.array(z.object({ name: z.string(), operation: z.string() }))

/** A stored profile; `date` is the day (UTC, `YYYY-MM-DD`) of the requested version. */
export const webApiAggregationProfile = z.object({
  ...texts('id', 'date', 'name', 'namespace', 'endpoint_group', 'metric_operation', 'profile_operation'),
  /** The Web API sets the name; a submitted one is replaced. */
  metric_profile: z.object({ name: z.string(), id: z.string() }),
  groups: z.array(z.object({ name: z.string(), operation: z.string(), services: operands })),
})

export type WebApiAggregationProfile = z.output<typeof webApiAggregationProfile>
export type WebApiAggregationProfileInput = Omit<WebApiAggregationProfile, 'id' | 'date'>
