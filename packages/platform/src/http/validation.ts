import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { invalidInput } from '../errors.ts'

/**
 * Checks what is sent by the zod schema of its route. What is wrong becomes the error that is told at once: a long list
 * can have tens of thousands of issues, and any other form between costs more than finding them.
 */
export const validateWithZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (sent: unknown) => {
    const { data, error } = schema.safeParse(sent)
    return error ? { error: invalidInput(fieldsOf(error.issues)) } : { value: data }
  }

/** What `schema` makes of a value. Throws `invalid_input` with every field that is wrong, as a refused request is told. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (error) throw invalidInput(fieldsOf(error.issues))
  return data
}

/** Unknown fields are named one by one, at the place where they stand. */
function* fieldsOf(issues: readonly z.core.$ZodIssue[]): Generator<readonly [path: string, message: string]> {
  for (const issue of issues) {
    const path = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') yield [path || 'body', issue.message]
    else for (const key of issue.keys) yield [path ? `${path}.${shortened(key)}` : shortened(key), 'Unknown field']
  }
}

/** Characters of a field that nobody has named before; no field of ours has a tenth of it. */
const longestName = 200

const shortened = (name: string) => (name.length > longestName ? `${name.slice(0, longestName).toWellFormed()}…` : name)
