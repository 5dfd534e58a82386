import { z } from 'zod'

/**
 * A JSON object whose keys keep their order, including numeric keys: boxes build command lines from it. In memory it is
 * a `Map`, because a JavaScript object moves numeric keys to the front.
 */
export const orderedRecord = <Value extends z.ZodType>(value: Value) =>
  z
    .custom<ReadonlyMap<string, z.output<Value>>>((value) => value instanceof Map)
    .meta({
      type: 'object',
      additionalProperties: z.toJSONSchema(value, { unrepresentable: 'any' }),
    })
