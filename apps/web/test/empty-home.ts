import type { home } from '@quatrain/contract/console/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'

/** The home of a tenant that has nothing yet, for its members. */
export const emptyHome: AnswerOf<typeof home> = {
  changes: [],
  counts: { metric: 0, metricprofiles: 0, aggregations: 0, thresholdsprofiles: 0, reports: 0 },
}
