import { z } from 'zod'
import { texts } from '../kit/named-fields.ts'

/** What the Web API and its clients exchange about weights: how much each group counts in the results above it. */

/** A stored list of weights; `date` is the day (UTC, `YYYY-MM-DD`) of the requested version. */
export const webApiWeights = z.object({
  ...texts('id', 'date', 'name'),
  /** The quantity that the values measure, such as `hepspec`. */
  weight_type: z.string(),
  /** The type of the groups, such as `SITES`. */
  group_type: z.string(),
  groups: z.array(z.object({ name: z.string(), value: z.number() })),
})

export type WebApiWeights = z.output<typeof webApiWeights>
export type WebApiWeightsInput = Omit<WebApiWeights, 'id' | 'date'>
