import { z } from 'zod'

/** The envelope of every response of the Web API; `code` is the HTTP status as text. */
const status = z.object({ message: z.string(), code: z.string(), details: z.string().optional() })

export const dataEnvelope = <Item extends z.ZodType>(item: Item) => z.object({ status, data: z.array(item) })

export const createdEnvelope = z.object({
  status,
  data: z.object({ id: z.uuid(), links: z.object({ self: z.string() }) }),
})

export const messageEnvelope = z.object({ status })

export const errorEnvelope = z.object({
  /** Present only if the topology of a day exists already: connectors look for the sentence here. */
  message: z.string().optional(),
  code: z.string().optional(),
  status,
  errors: z.array(z.object({ message: z.string(), code: z.string(), details: z.string() })).optional(),
})

/** The header with the key of the Web API and of the machine API. */
export const apiKeyHeader = 'x-api-key'
