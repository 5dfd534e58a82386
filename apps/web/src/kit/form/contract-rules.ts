import type { z } from 'zod'

/**
 * The schema of a form with the rules of the contract: it validates the input that would be sent. `sentOf` converts the
 * values of the form to the input of `rules`. Fields have the same names in both, or `fieldOf` finds them.
 */
export const contractRules = <Values>(
  values: z.ZodType<Values, Values>,
  rules: z.ZodType,
  sentOf: (values: Values) => unknown,
  fieldOf: (path: string, values: Values) => string = (path) => path,
): z.ZodType<Values, Values> =>
  values.superRefine((formValues, context) => {
    for (const { path, message } of rules.safeParse(sentOf(formValues)).error?.issues ?? []) {
      const field = fieldOf(path.join('.'), formValues).split('.')
      context.addIssue({
        code: 'custom',
        path: field.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
        message,
      })
    }
  })
