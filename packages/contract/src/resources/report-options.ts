import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { type AnswerOf, defineEndpoint } from '../kit/endpoint.ts'

/** Rows that differ in their names; far more than any known topology has. */
export const maxOptionRows = 20_000
/** More values of one tag are not sent. */
export const maxTagValues = 500

const optionsOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row).max(maxOptionRows),
    /** If there are more rows, or the list is too long to be read, other names may exist too. */
    isComplete: z.boolean(),
  })

const tagOptions = z.array(
  z.object({
    /** Without the prefix of extensions. */
    name: z.string(),
    values: z.array(z.string()).max(maxTagValues),
    isFlag: z.boolean(),
    isComplete: z.boolean(),
  }),
)
const cardTags = z.object({ tags: tagOptions, extensions: tagOptions })

/** The names in today's topology that filters of reports can have, each once. */
export const reportOptions = defineEndpoint({
  method: 'GET',
  path: `${internalApi}/reportoptions`,
  summary: 'The names in the topology of today that filters of reports can have',
  deployments: tenantOnly,
  userKeys: 'accepted',
  caller: 'signed-in',
  answer: z.object({
    groups: optionsOf(z.object({ type: z.string(), group: z.string(), subgroup: z.string() })),
    endpoints: optionsOf(z.object({ type: z.string(), group: z.string(), service: z.string() })),
    tags: z.object({ group: cardTags, endpoint: cardTags }),
  }),
})

export type ReportOptions = AnswerOf<typeof reportOptions>
