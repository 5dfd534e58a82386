import { z } from 'zod'

/** The envelope of every response of the Web API; `code` is the HTTP status as text. */
const status = z.object({ message: z.string(), code: z.string(), details: z.string().optional() })

/** Returns the schema of a response of the Web API with a list of items. */
export const dataEnvelope = <Item extends z.ZodType>(item: Item) => z.object({ status, data: z.array(item) })

export const createdEnvelope = z.object({
  status,
  data: z.object({ id: z.uuid(), links: z.object({ self: z.string() }) }),
})

export const messageEnvelope = z.object({ status })

export const errorEnvelope = z.object({
  /**
   * If there is no report with a name, and alone if the topology of a day exists already: clients look for the sentence
   * here, and show another one if there is a `status`.
   */
  message: z.string().optional(),
  code: z.string().optional(),
  status: status.optional(),
  errors: z.array(z.object({ message: z.string(), code: z.string(), details: z.string() })).optional(),
})

/** The header with the key of the Web API and of the machine API. */
export const apiKeyHeader = 'x-api-key'
