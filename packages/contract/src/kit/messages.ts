import { z } from 'zod'

/** Said once for both sides: what zod's own words leave unclear to people who do not know it. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && issue.input === undefined) return 'Required'
    if (issue.code === 'invalid_type') return `Must be ${wordFor[issue.expected] ?? issue.expected}`
    return undefined
  },
})

const wordFor: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
