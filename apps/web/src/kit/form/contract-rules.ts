import type { z } from 'zod'

/**
 * The schema of a form whose rules are those of the contract: what is checked is what would be sent. `sentOf` makes the
 * input of `rules` from the values of the form; fields have the same names in both.
 */
export const contractRules = <Values>(
  values: z.ZodType<Values, Values>,
  rules: z.ZodType,
  sentOf: (values: Values) => unknown,
): z.ZodType<Values, Values> =>
  values.superRefine((given, context) => {
    for (const { path, message } of rules.safeParse(sentOf(given)).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message })
    }
  })
