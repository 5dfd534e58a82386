import { z } from 'zod'

/** Shared by both sides: clearer than zod's own messages. */
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
