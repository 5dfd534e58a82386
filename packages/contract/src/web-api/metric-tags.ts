import { z } from 'zod'

/** What the Web API and its clients exchange about metric tags: one list for the whole installation. */
export const webApiMetricTags = z.object({ name: z.string(), tags: z.array(z.string()) })

export type WebApiMetricTags = z.output<typeof webApiMetricTags>
