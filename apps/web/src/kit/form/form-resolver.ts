import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { z } from 'zod'
import { rowErrorsOf } from '#kit/rows/row-rules.ts'
import type { VisitedCells } from './visited-cells.ts'

/**
 * Validates a form by its schema. Tables of rows whose schema is made by `ruledRows` are validated row by row: a row that
 * has not changed keeps its errors. With `visited`, empty cells have none before the user was there.
 */
export function formResolver<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  visited?: VisitedCells,
): Resolver<Values> {
  const tables = tablesIn(schema)
  if (!(schema instanceof z.ZodObject) || tables.length === 0) return zodResolver(schema)
  const given = Object.fromEntries(tables.map(({ name }) => [name, z.unknown()]))
  // The same object, except that its tables are not validated.
  const others = zodResolver(schema.extend(given) as unknown as z.ZodType<Values, Values>)
  return async (values, context, options) => {
    const result = await others(values, context, options)
    const found = tables.flatMap(({ name, errorsOf }) => {
      const all = errorsOf(values[name])
      const errors = all && visited ? visited.visitedErrors(all, values[name]) : all
      return errors === undefined ? [] : [[name, errors] as const]
    })
    if (found.length === 0) return result
    // The library types errors by the fields of one form.
    const errors = { ...result.errors, ...Object.fromEntries(found) } as FieldErrors<Values>
    return { values: {}, errors }
  }
}

const tablesIn = (schema: z.ZodType) =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, part]) => {
        const errorsOf = rowErrorsOf(part)
        return errorsOf === undefined ? [] : [{ name, errorsOf }]
      })
    : []
