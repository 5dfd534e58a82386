import { z } from 'zod'
import { groupsOfUser } from '../accounts/session.ts'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { tenantOnly } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineEndpoint, defineRead } from '../kit/endpoint.ts'
import { requiredText } from '../kit/fields.ts'
import { fieldMask } from '../kit/named-fields.ts'
import { profileFields, users } from './user.ts'

// The second step of existing callers, which write an account and its profile in two requests (specification part 2,
// section 7). Screens write both at once.

const profile = z.object({ subject: z.string(), egiid: z.string(), displayname: z.string() })

const input = z.strictObject({
  ...profileFields,
  username: requiredText(30),
  displayname: profileFields.displayname.unwrap(),
  subject: profileFields.subject.unwrap(),
  egiid: profileFields.egiid.unwrap(),
})

export type UserProfileInput = z.output<typeof input>

const shared = { path: `${internalApi}/userprofile`, deployments: tenantOnly, query: writeQuery, body: input } as const
const written = profile.extend({ username: z.string() })

export const readUserProfile = defineRead({
  path: `${internalApi}/userprofile/:key`,
  summary: "A user's attributes from single sign-on and groups; of others for superusers only",
  deployments: tenantOnly,
  caller: 'user',
  params: keyParams,
  // What a change takes back.
  answer: users.document.pick({
    ...fieldMask('username', 'displayname', 'subject', 'egiid', 'groupsofreports', 'groupsofmetrics'),
    ...fieldMask('groupsofmetricprofiles', 'groupsofaggregations', 'groupsofthresholdsprofiles'),
  }),
})

export const addUserProfile = defineEndpoint({
  ...shared,
  method: 'POST',
  // The server refuses the write if it would overwrite another profile.
  precondition: 'none',
  summary: 'Set the attributes and groups of a new user',
  caller: { may: 'add', resource: users },
  refusal: 'You do not have permission to add user profiles.',
  answer: written,
})

export const changeUserProfile = defineEndpoint({
  ...shared,
  method: 'PUT',
  precondition: 'version',
  summary: "Change a user's attributes and groups",
  caller: { may: 'change', resource: users },
  refusal: 'You do not have permission to change user profiles.',
  answer: written,
})

export const groupsOfOneUser = defineRead({
  path: `${internalApi}/usergroups/:key`,
  summary: 'Names of the groups of a user, by kind; of others for superusers only',
  deployments: tenantOnly,
  caller: 'user',
  params: keyParams,
  answer: z.object({ result: groupsOfUser }),
})
