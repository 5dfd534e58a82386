import '../kit/messages.ts'
import { z } from 'zod'

const minLength = 8
/** What a login accepts. */
const maxLength = 1024

/** A password that a user chooses: the rules of the specification. Any characters are allowed. */
export const newPassword = () =>
  z
    .string()
    .min(1, { error: 'Required', abort: true })
    .min(minLength, `Your password must contain at least ${minLength} characters.`)
    .max(maxLength, `Must be ${maxLength} characters or fewer`)
    .refine((password) => !/^\d+$/.test(password), 'Your password cannot be entirely numeric.')

/** A shorter username is a part of many good passwords. */
const shortestContained = 4

/** Returns why this user cannot have the password, ignoring case; undefined if nothing is known against it. */
export function nameInPassword(password: string, username: string): string | undefined {
  const [text, name] = [password.toLowerCase(), username.toLowerCase()]
  const isNamed = name.length >= shortestContained ? text.includes(name) : text === name
  return name !== '' && isNamed ? 'Your password cannot contain your username.' : undefined
}
