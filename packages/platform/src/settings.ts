import type { z } from 'zod'

/** A setting is missing or invalid; the message is one line that names the variable. */
export class SettingError extends Error {}

/**
 * Reads settings from the environment. The keys of `schema` are the names of the variables; an empty value counts as
 * absent. Throws `SettingError` for the first variable that is missing or invalid.
 */
export function readSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  const issue = error.issues[0]
  throw new SettingError(`${issue?.path.join('.') || 'Settings'}: ${issue?.message ?? 'wrong'}`)
}
