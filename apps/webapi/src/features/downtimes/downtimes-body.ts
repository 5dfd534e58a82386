import type { WebApiDowntimesInput } from '@quatrain/contract/web-api/downtimes.ts'
import type { z } from 'zod'
import { list, members, nonEmpty, text } from '#kit/json-body.ts'

export const downtimesBody: z.ZodType<WebApiDowntimesInput> = members({
  endpoints: list(
    members({
      hostname: text(),
      service: text(),
      start_time: text(),
      end_time: text(),
      description: nonEmpty(),
      classification: nonEmpty(),
      severity: nonEmpty(),
    }),
  ),
})
