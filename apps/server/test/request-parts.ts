// What requests consist of, as their endpoints declare it.
import { z } from 'zod'
import { allEndpoints } from './declared.ts'
import { sampleCall } from './sample-call.ts'
import { at, placesIn } from './shapes.ts'

/** The parameters, the query or the body of a request. */
interface RequestPart {
  readonly what: string
  readonly schema: z.ZodType
  readonly sample: unknown
}

export const endpoints = await allEndpoints()

/** Every part with a schema, with a valid sample. */
export const requestParts: readonly RequestPart[] = endpoints.flatMap((endpoint) => {
  const sample = sampleCall(endpoint)
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? [{ what: `${endpoint.method} ${endpoint.path} ${part}`, schema, sample: sample[part] }] : []
  })
})

/** Whether a field is one that only the server sets: a change compares it with what is stored, and stores nothing of it. */
export function isOfServer(schema: z.ZodType, [field]: readonly (string | number)[]): boolean {
  const declared = schema instanceof z.ZodObject ? schema.shape[`${field}`] : undefined
  return declared instanceof z.ZodOptional && declared.unwrap() instanceof z.ZodUnknown
}

/** Every place of a text in a request. */
export const requestTexts = requestParts.flatMap(({ what, schema, sample }) =>
  placesIn(sample)
    .filter((place) => typeof at(sample, place) === 'string')
    .map((place) => ({
      what: `${what} ${place.join('.')}`,
      schema,
      sample,
      place,
      name: place.findLast((key) => typeof key === 'string'),
    })),
)
