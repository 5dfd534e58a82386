import { z } from 'zod'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineAction, defineEndpoint, defineRead, kilobyte } from '../kit/endpoint.ts'
import { databaseId, labelName, moment } from '../kit/fields.ts'
import { users } from '../resources/user.ts'
import { factorCode } from './factor-code.ts'
import { newPasskey, passkeyCreation } from './new-passkey.ts'

// What users prove besides their password: a passkey, the code of an authenticator app, or one of their recovery codes.

const own = { deployments: everywhere, caller: 'user' } as const
const ownChange = { ...own, precondition: 'none', reauthentication: 'recent' } as const

const optionalMoment = z.union([moment(), z.literal('')])

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: moment(),
  /** Empty until a login uses it. */
  last_used_at: optionalMoment,
})

export type Passkey = z.output<typeof passkey>

const state = z.object({
  /** Since when the app is asked for; empty if there is none. */
  app_since: optionalMoment,
  passkeys: z.array(passkey),
  /** The number of unused recovery codes. */
  recovery_codes: z.int(),
})

export type SecondFactor = z.output<typeof state>

export const ownSecondFactor = defineRead({
  ...own,
  beforeSecondFactor: 'allowed',
  path: `${internalApi}/secondfactor`,
  summary: 'Whether the own logins need a second factor',
  answer: state,
})

export const beginAuthenticatorApp = defineEndpoint({
  ...ownChange,
  method: 'POST',
  beforeSecondFactor: 'allowed',
  path: `${internalApi}/secondfactor/app`,
  summary: 'A new secret for an authenticator app; it counts after a first code has confirmed it',
  answer: z.object({ secret: z.string(), address: z.string() }),
})

/** Shown once: only their hashes are stored. Empty if the user has codes already. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const confirmAuthenticatorApp = defineAction({
  ...ownChange,
  beforeSecondFactor: 'allowed',
  path: `${internalApi}/secondfactor/app/confirm`,
  summary: 'Require the authenticator app from now on. Returns recovery codes, which are shown once',
  bodyLimit: 4 * kilobyte,
  body: z.strictObject({ code: factorCode() }),
  answer: recoveryCodes,
})

export const removeAuthenticatorApp = defineEndpoint({
  ...ownChange,
  method: 'DELETE',
  path: `${internalApi}/secondfactor/app`,
  summary: 'Remove the own authenticator app; the recovery codes end with the last second factor',
  answer: z.object({}),
})

export const beginPasskey = defineAction({
  ...ownChange,
  beforeSecondFactor: 'allowed',
  path: `${internalApi}/secondfactor/passkeys/begin`,
  summary: 'What a browser needs to make a passkey',
  answer: passkeyCreation,
})

/** Passkeys of one user. */
export const maxPasskeys = 20

export const addPasskey = defineEndpoint({
  ...ownChange,
  method: 'POST',
  beforeSecondFactor: 'allowed',
  path: `${internalApi}/secondfactor/passkeys`,
  summary:
    'Require a second factor from now on, such as this passkey. Returns recovery codes if it is the first factor',
  bodyLimit: 32 * kilobyte,
  body: z.strictObject({ name: labelName(64), passkey: newPasskey }),
  answer: recoveryCodes,
})

export const removePasskey = defineEndpoint({
  ...ownChange,
  method: 'DELETE',
  path: `${internalApi}/secondfactor/passkeys/:id`,
  summary: 'Remove an own passkey; the recovery codes end with the last second factor',
  params: z.object({ id: databaseId() }),
  answer: z.object({}),
})

export const renewRecoveryCodes = defineAction({
  ...ownChange,
  path: `${internalApi}/secondfactor/recoverycodes`,
  summary: 'Replace the own recovery codes. Returns the new ones, which are shown once',
  answer: recoveryCodes,
})

export const resetSecondFactor = defineEndpoint({
  method: 'DELETE',
  precondition: 'none',
  reauthentication: 'recent',
  path: `${internalApi}/users/:key/secondfactor`,
  summary: 'Remove the second factor of a user, whose sessions end',
  deployments: everywhere,
  caller: { may: 'change', resource: users },
  params: keyParams,
  answer: z.object({ had_factor: z.boolean() }),
})
