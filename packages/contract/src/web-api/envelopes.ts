import { z } from 'zod'

/** The frames around every answer of the Web API; `code` is the HTTP status as text. */
const status = z.object({ message: z.string(), code: z.string(), details: z.string().optional() })

export const dataEnvelope = <Item extends z.ZodType>(item: Item) => z.object({ status, data: z.array(item) })

export const createdEnvelope = z.object({
  status,
  data: z.object({ id: z.uuid(), links: z.object({ self: z.string() }) }),
})

export const messageEnvelope = z.object({ status })

export const errorEnvelope = z.object({
  /** Only where a day's topology is there already: programs that feed it look for the sentence here. */
  message: z.string().optional(),
  code: z.string().optional(),
  status,
  errors: z.array(z.object({ message: z.string(), code: z.string(), details: z.string() })).optional(),
})

/** Header of the key that opens the Web API and the machine API alike. */
export const apiKeyHeader = 'x-api-key'
