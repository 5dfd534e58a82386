import type { z } from 'zod'

/** A setting is missing or invalid; the message is one line that names the variable. */
export class SettingError extends Error {}

/**
 * Reads settings from the environment. The keys of `schema` are the names of the variables; an empty value counts as
 * absent. Throws `SettingError` for the first variable that is missing or invalid.
 */
export function readSettings<Schema extends z.ZodObject>(schema: Schema, environment: Environment): z.output<Schema> {
  const { success, data, error } = schema.safeParse(withoutEmpty(environment))
  if (success) return data
  throw new SettingError(problemsIn(error)[0] ?? 'Settings: wrong')
}

/** Every variable that is missing or invalid, one line each. */
export function settingProblems(schema: z.ZodObject, environment: Environment): string[] {
  const { error } = schema.safeParse(withoutEmpty(environment))
  return error ? problemsIn(error) : []
}

type Environment = Readonly<Record<string, string | undefined>>

const withoutEmpty = (environment: Environment) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

const problemsIn = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => `${path.join('.') || 'Settings'}: ${message}`)
