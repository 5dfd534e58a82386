import { z } from 'zod'
import { tenantOnly } from './kit/deployment.ts'
import { defineEndpoint } from './kit/endpoint.ts'
import { moment } from './kit/fields.ts'
import { internalApi } from './kit/resource.ts'

/** A write that somebody made: the object that was saved or deleted, and how many others went with it. */
export const recentChange = z.object({
  at: moment(),
  actor: z.string(),
  action: z.enum(['add', 'change', 'delete']),
  kind: z.string(),
  name: z.string(),
  others: z.int(),
})

export type RecentChange = z.output<typeof recentChange>

/** Hours that `changes` looks back: yesterday is whole in them, wherever the reader is. */
export const recentHours = 48

export const home = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/home`,
  summary: 'What has changed lately, what needs attention, and how many of everything there are',
  deployments: tenantOnly,
  caller: 'signed-in',
  answer: z.object({
    /** Of the last 48 hours, newest first; at most 50. */
    changes: z.array(recentChange),
    metrics: z.object({
      all: z.int(),
      /** Their template carries the tag, in the version that they follow. */
      deprecated: z.int(),
      eol: z.int(),
      /** In no metric profile, and not internal. */
      unused: z.int(),
    }),
    metricProfiles: z.int(),
  }),
})
