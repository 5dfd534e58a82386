import { z } from 'zod'
import { internalApi } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { defineEndpoint, defineRead } from '../kit/endpoint.ts'
import { databaseId, labelName, moment } from '../kit/fields.ts'
import { chosenTime, networks } from '../kit/key-limits.ts'

// Keys of users: scripts call the internal API with them, with no more than the rights of their user.

/** What a user chooses for a new key. */
export const newUserKey = z.strictObject({
  name: labelName(50),
  /** Whether all writes are refused. */
  read_only: z.boolean(),
  /** Afterwards the key is refused; null if it never expires. */
  expires: chosenTime.nullable(),
  networks,
})

const userKey = z.object({
  id: z.int(),
  name: z.string(),
  read_only: z.boolean(),
  expires: moment().nullable(),
  networks: z.array(z.string()),
  created: moment(),
  /** When the token was last replaced; null for the first one. */
  rotated: moment().nullable(),
  /** The time until which the token before the last rotation is accepted; null if it is not. */
  previous_until: moment().nullable(),
  last_used_at: moment().nullable(),
  /** The address that last used it. */
  last_used_by: z.string(),
})

export type UserKey = z.output<typeof userKey>

/** The only answers with a token: only its hash is stored. */
const withToken = userKey.extend({ token: z.string() })

const own = { deployments: everywhere, caller: 'user' } as const
const ownNewToken = { ...own, method: 'POST', precondition: 'none', reauthentication: 'recent' } as const
const keyId = z.object({ id: databaseId() })

export const ownKeys = defineRead({
  ...own,
  path: `${internalApi}/ownkeys`,
  summary: 'The own keys, by name',
  answer: z.array(userKey),
})

export const addOwnKey = defineEndpoint({
  ...ownNewToken,
  path: `${internalApi}/ownkeys`,
  summary: 'Add a key with which scripts call this API as the user',
  body: newUserKey,
  answer: withToken,
})

export const rotateOwnKey = defineEndpoint({
  ...ownNewToken,
  path: `${internalApi}/ownkeys/:id/rotate`,
  summary: 'Replace the token of an own key; the present one is accepted until a chosen time',
  params: keyId,
  /** Null if the current token ends at once. */
  body: z.strictObject({ previous_until: chosenTime.nullable() }),
  answer: withToken,
  success: 200,
})

export const endOwnKey = defineEndpoint({
  ...own,
  method: 'DELETE',
  precondition: 'none',
  path: `${internalApi}/ownkeys/:id`,
  summary: 'Revoke an own key',
  params: keyId,
  answer: z.object({}),
})

const keyOfUser = userKey.extend({ username: z.string() })

export type KeyOfUser = z.output<typeof keyOfUser>

const ofUsers = { deployments: everywhere, caller: 'superuser' } as const

export const listUserKeys = defineRead({
  ...ofUsers,
  path: `${internalApi}/userkeys`,
  summary: 'The keys of all users, by user and name',
  answer: z.array(keyOfUser),
})

export const endUserKey = defineEndpoint({
  ...ofUsers,
  method: 'DELETE',
  precondition: 'none',
  path: `${internalApi}/userkeys/:id`,
  summary: 'Revoke the key of a user',
  params: keyId,
  answer: z.object({}),
})
