import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineAction, kilobyte } from '../kit/endpoint.ts'
import { requiredText } from '../kit/fields.ts'
import { users } from '../resources/user.ts'
import { newPassword } from './new-password.ts'

// Links with which users choose a password, so that administrators need not know it. The token is in the fragment of the
// address, which browsers do not send, and in bodies, which are not logged.

/** Hours for which a link can be used. */
export const linkHours = 24

const token = z.string().min(1, 'Required').max(128, 'Must be 128 characters or fewer')

export const sendPasswordLink = defineAction({
  precondition: 'none',
  reauthentication: 'recent',
  path: `${internalApi}/passwordlinks`,
  summary: 'Send a user a mail with a link to set a password; a former link of the user ends',
  deployments: everywhere,
  caller: { may: 'change', resource: users },
  bodyLimit: 8 * kilobyte,
  body: z.strictObject({ username: requiredText(30) }),
  answer: z.object({ detail: z.string() }),
})

export const readPasswordLink = defineAction({
  precondition: 'none',
  path: `${internalApi}/readpasswordlink`,
  summary: 'The user of a link, which stays usable',
  deployments: everywhere,
  caller: 'anyone',
  bodyLimit: 8 * kilobyte,
  body: z.strictObject({ token }),
  answer: z.object({ username: z.string() }),
})

export const setPassword = defineAction({
  precondition: 'none',
  path: `${internalApi}/setpassword`,
  summary: 'Set the password of the user of a link; the link and all sessions of the user end',
  deployments: everywhere,
  caller: 'anyone',
  bodyLimit: 8 * kilobyte,
  body: z.strictObject({ token, new_password: newPassword() }),
  answer: z.object({ detail: z.string() }),
})
