import type { z } from 'zod'

/**
 * The schema of a form with the rules of the contract: it validates the input that would be sent. `sentOf` converts the
 * values of the form to the input of `rules`; fields have the same names in both.
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
