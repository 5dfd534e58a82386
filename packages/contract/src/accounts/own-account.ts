import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineAction, defineEndpoint, defineRead, kilobyte } from '../kit/endpoint.ts'
import { databaseId, moment, requiredText } from '../kit/fields.ts'
import { nameInPassword, newPassword } from './new-password.ts'
import { logIn, proof, proofLimit } from './session.ts'

// What users do with their own account. Everything else about users is in `resources/user.ts`.

/** The password is compared, so no rule applies to it. */
const currentPassword = z.string().min(1, 'Required').max(1024, 'Must be 1024 characters or fewer')

export const passwordChange = z
  .strictObject({ username: requiredText(30), current_password: currentPassword, new_password: newPassword() })
  .superRefine(({ username, new_password }, context) => {
    const message = nameInPassword(new_password, username)
    if (message !== undefined) context.addIssue({ code: 'custom', message, path: ['new_password'] })
  })

const password = {
  path: `${internalApi}/change_password`,
  summary: 'Change the own password; the other sessions of the user end',
  deployments: everywhere,
  caller: 'user',
  precondition: 'none',
  bodyLimit: 8 * kilobyte,
  body: passwordChange,
  answer: z.object({ detail: z.string() }),
} as const

/** The specification's method, and that of existing callers (decision D7). */
export const changePassword = defineEndpoint({ ...password, method: 'POST' })
export const changePasswordByPut = defineEndpoint({ ...password, method: 'PUT' })

const session = z.object({
  id: z.int(),
  address: z.string(),
  /** What the browser calls itself; empty for sessions of older versions of the console. */
  device: z.string(),
  created_at: moment(),
  last_seen_at: moment(),
  is_current: z.boolean(),
})

export type OwnSession = z.output<typeof session>

const own = { deployments: everywhere, caller: 'user' } as const

export const ownSessions = defineRead({
  ...own,
  path: `${internalApi}/ownsessions`,
  summary: 'The own sessions, the last used first',
  answer: z.array(session),
})

export const endOwnSession = defineEndpoint({
  ...own,
  method: 'DELETE',
  precondition: 'none',
  path: `${internalApi}/ownsessions/:id`,
  summary: 'End one of the own sessions',
  params: z.object({ id: databaseId() }),
  answer: z.object({}),
})

export const endOtherSessions = defineAction({
  ...own,
  precondition: 'none',
  path: `${internalApi}/endothersessions`,
  summary: 'End all own sessions except the one of the request',
  answer: z.object({ ended: z.int() }),
})

export const reauthenticate = defineAction({
  precondition: 'none',
  beforeSecondFactor: 'allowed',
  path: `${internalApi}/reauthenticate`,
  summary: 'Prove again who the user of this session is, for what needs a recent login',
  deployments: everywhere,
  caller: 'user',
  bodyLimit: proofLimit,
  body: z.strictObject(proof),
  answer: logIn.answer,
})
