import { z } from 'zod'

/**
 * The document as the schema declares it, where other implementations of the Web API leave gaps: an empty list for a list
 * that is null because it was never set, and the default of a member that is null or missing. Everything else is unchanged.
 */
export function withoutGaps(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodArray) {
    if (value === null) return []
    return Array.isArray(value) ? value.map((item) => withoutGaps(schema.element, item)) : value
  }
  if (schema instanceof z.ZodDefault) return withoutGaps(schema.unwrap(), value ?? schema.def.defaultValue)
  if (value === null || typeof value !== 'object') return value
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return withoutGaps(schema.unwrap(), value)
  if (!(schema instanceof z.ZodObject)) return value
  const { shape } = schema
  const missingFields = Object.keys(shape).filter(
    (field) => shape[field] instanceof z.ZodDefault && !Object.hasOwn(value, field),
  )
  const parts = [...Object.entries(value), ...missingFields.map((field) => [field, undefined] as const)]
  return Object.fromEntries(
    parts.map(([field, part]) => [field, Object.hasOwn(shape, field) ? withoutGaps(shape[field], part) : part]),
  )
}
