import { z } from 'zod'

/**
 * A JSON object whose keys keep their order, also those that look like numbers: boxes build command lines from it.
 * In memory it is a `Map`, since an object of JavaScript would move such keys to the front.
 */
export const orderedRecord = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<ReadonlyMap<string, z.output<Value>>>((given) => given instanceof Map)
    .meta({
      type: 'object',
      additionalProperties: z.toJSONSchema(value, { unrepresentable: 'any' }),
    })
