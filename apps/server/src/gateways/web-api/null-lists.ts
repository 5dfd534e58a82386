import { z } from 'zod'

/**
 * The document with an empty list wherever the schema declares a list and the document has null: other implementations of
 * the Web API send null for a list that was never set. Everything else is unchanged.
 */
export function withoutNullLists(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodArray) {
    if (value === null) return []
    return Array.isArray(value) ? value.map((item) => withoutNullLists(schema.element, item)) : value
  }
  if (value === null || typeof value !== 'object') return value
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withoutNullLists(schema.unwrap(), value)
  if (!(schema instanceof z.ZodObject)) return value
  const { shape } = schema
  const parts = Object.entries(value).map(([field, part]): [string, unknown] => [
    field,
    Object.hasOwn(shape, field) ? withoutNullLists(shape[field], part) : part,
  ])
  return Object.fromEntries(parts)
}
