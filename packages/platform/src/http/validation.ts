import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { invalidInput, unknownField } from '../errors.ts'
import { shortened } from '../shortened.ts'

/**
 * Validates requests by the zod schema of their route. Issues are converted to the final error directly: a long list
 * can have tens of thousands, and an intermediate form would cost more than the validation.
 */
export const validateWithZod: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input: unknown) => {
    const { data, error } = schema.safeParse(input)
    return error ? { error: invalidInput(fieldsOf(error.issues)) } : { value: data }
  }

/** The value parsed by `schema`. Throws `invalid_input` with every invalid field. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (error) throw invalidInput(fieldsOf(error.issues))
  return data
}

/** Unknown fields are reported one by one with their path. */
function* fieldsOf(issues: readonly z.core.$ZodIssue[]): Generator<readonly [path: string, message: string]> {
  for (const issue of issues) {
    const path = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') yield [path || 'body', issue.message]
    else
      for (const key of issue.keys)
        yield [path ? `${path}.${shortened(key, longestName)}` : shortened(key, longestName), unknownField]
  }
}

/** Maximum length of a name of an unknown field in a message; no valid field has a tenth of it. */
const longestName = 200
