import { z } from 'zod'
import { texts } from '../kit/named-fields.ts'

/** What the Web API and its clients exchange about operations profiles. */

/** The state `x` that results from the states `a` and `b`, in either order. */
const truthTableRow = z.object({ a: z.string(), b: z.string(), x: z.string() })

/** A stored profile; `date` is the day (UTC, `YYYY-MM-DD`) of the requested version. */
export const webApiOperationsProfile = z.object({
  ...texts('id', 'date', 'name'),
  /** Absent in services without it. */
  description: z.string().optional(),
  available_states: z.array(z.string()),
  /** The states of a service that is down, that has no results, and whose results are unknown. */
  defaults: z.object({ down: z.string(), missing: z.string(), unknown: z.string() }),
  operations: z.array(z.object({ name: z.string(), truth_table: z.array(truthTableRow) })),
})

export type WebApiOperationsProfile = z.output<typeof webApiOperationsProfile>
export type WebApiOperationsProfileInput = Omit<WebApiOperationsProfile, 'id' | 'date'>
