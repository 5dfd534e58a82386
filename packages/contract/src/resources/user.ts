import { z } from 'zod'
import { nameInPassword, newPassword } from '../accounts/new-password.ts'
import { flag, list, text } from '../compare/field.ts'
import { internalApi, keyParams } from '../kit/addresses.ts'
import { everywhere } from '../kit/deployment.ts'
import { writeQuery } from '../kit/dry-run.ts'
import { defineAction, defineEndpoint, defineRead, megabyte } from '../kit/endpoint.ts'
import {
  databaseId,
  isReservedName,
  moment,
  optionalText,
  requiredText,
  trimmedText,
  uniqueRows,
} from '../kit/fields.ts'
import type { GroupKind } from '../kit/group-kinds.ts'
import { itemsOfGroups, kindNames, readKeyOf } from '../kit/kind-names.ts'
import { texts } from '../kit/named-fields.ts'
import { notices } from '../kit/notices.ts'
import { pagedQuery, pageOf } from '../kit/paged-list.ts'
import { type DocumentOf, defineResource, type RecordOf, type RowOf, resourceEndpoints } from '../kit/resource.ts'

const username = () =>
  z
    .string()
    .trim()
    .min(1, { error: 'Required', abort: true })
    .max(30, 'Username must be 30 characters or fewer.')
    .regex(/^[A-Za-z0-9@.+_-]*$/, 'Letters, numbers and @/./+/-/_ characters')
    .refine((name) => !isReservedName(name), 'This name is reserved')

const isEmail = (text: string): boolean => z.email().safeParse(text).success

const email = () => trimmedText(254).refine((text) => text === '' || isEmail(text), 'Enter valid email.')

/** Attributes of identity providers are that long. */
const longestAttribute = 255

const account = z.strictObject({
  username: username(),
  first_name: trimmedText(longestAttribute),
  last_name: trimmedText(longestAttribute),
  /** A user without an address keeps none: not every identity provider sends one. */
  email: email(),
  is_superuser: z.boolean(),
  is_active: z.boolean(),
})

/** The field of a user with the groups of this kind, in the order of the form. */
export const groupsField = {
  reports: 'groupsofreports',
  metrics: 'groupsofmetrics',
  metricprofiles: 'groupsofmetricprofiles',
  aggregations: 'groupsofaggregations',
  thresholdsprofiles: 'groupsofthresholdsprofiles',
} as const satisfies Record<GroupKind, string>

type GroupsField = (typeof groupsField)[GroupKind]

/** A value for each of these fields. */
export const byGroupsField = <Value>(valueFor: (kind: GroupKind) => Value): Record<GroupsField, Value> => {
  const kinds = Object.keys(groupsField) as GroupKind[]
  return Object.fromEntries(kinds.map((kind) => [groupsField[kind], valueFor(kind)])) as Record<GroupsField, Value>
}

/** The limit is above the number of groups of one kind of any tenant. */
const maxGroups = 1_500

/** Names of groups. A list that is left out does not change, one that is sent replaces all of its kind. */
const groups = () =>
  z
    .array(requiredText(128))
    .max(maxGroups, `There can be at most ${maxGroups} groups`)
    .transform((names) => [...new Set(names)])
    .optional()

/** What other programs send after the account, as a profile; screens send it with the account. */
export const profileFields = {
  displayname: trimmedText(longestAttribute).optional(),
  subject: trimmedText(1024).optional(),
  egiid: trimmedText(longestAttribute).optional(),
  ...byGroupsField(groups),
} as const

const groupNames = z.array(z.string())

const document = z.object({
  ...texts('username', 'first_name', 'last_name', 'email'),
  is_superuser: z.boolean(),
  is_active: z.boolean(),
  ...texts('displayname', 'subject', 'egiid'),
  ...byGroupsField(() => groupNames),
})

const row = document
  .pick({ username: true, first_name: true, last_name: true, email: true, is_superuser: true, is_active: true })
  .extend({
    pk: z.int(),
    date_joined: moment(),
    /** Empty if the user has never logged in. */
    last_login: z.union([moment(), z.literal('')]),
  })

const fields = account.extend(profileFields)

/**
 * Users can log in, and their groups say what they may do (specification part 2, sections 2 to 7). No record contains a password. Only
 * superusers administer users; all others read their own record.
 */
export const users = defineResource({
  ...kindNames.users,
  key: { read: readKeyOf('user'), remove: readKeyOf('user') },
  history: 'tenantversion',
  access: {
    super: { read: 'superusers', write: 'superusers' },
    tenant: { read: 'superusers', write: 'superusers' },
  },
  record: document.extend(row.shape),
  row,
  moving: ['last_login'],
  // Writes of users decide who is a superuser, how people log in, and where their mails go.
  recentLoginFor: ['add', 'change', 'remove'],
  /** A user without a password is sent a link to set one, if a mail server is set. */
  add: fields
    .extend({ email: email().min(1, 'Required'), password: newPassword().optional() })
    .superRefine((user, context) => {
      const message = nameInPassword(user.password ?? '', user.username)
      if (message !== undefined) context.addIssue({ code: 'custom', message, path: ['password'] })
    }),
  change: fields.extend({ pk: databaseId() }),
  document,
  compared: {
    username: text('username'),
    first_name: text('first name'),
    last_name: text('last name'),
    email: text('email'),
    is_superuser: flag('superuser status'),
    is_active: flag('active'),
    ...byGroupsField((kind) => list(`groups of ${itemsOfGroups[kind]}`, 'Group')),
    subject: text('distinguishedName'),
    egiid: text('eduPersonUniqueId'),
    displayname: text('displayName'),
  },
})

export type User = RecordOf<typeof users>
export type UserRow = RowOf<typeof users>
export type UserDocument = DocumentOf<typeof users>
/** A new user: active, and without any rights. */
export const blankUser: UserDocument = {
  username: '',
  first_name: '',
  last_name: '',
  email: '',
  is_superuser: false,
  is_active: true,
  ...byGroupsField((): string[] => []),
  displayname: '',
  subject: '',
  egiid: '',
}

export type ProfileInput = z.output<z.ZodObject<typeof profileFields>>

const api = resourceEndpoints(users)

/** Superusers get all users; others get a list with themselves. */
export const listUsers = defineEndpoint({ ...api.list, caller: 'user' })

export const readUser = defineEndpoint({ ...api.get, params: keyParams, caller: 'user' })

export const changeUsers = defineAction({
  precondition: 'preview',
  reauthentication: 'recent',
  path: `${internalApi}/changeusers`,
  summary: 'Change several users, all of them or none',
  deployments: everywhere,
  caller: { may: 'change', resource: users },
  query: writeQuery,
  bodyLimit: megabyte,
  body: z.strictObject({
    writes: z
      /** `base` is the entity tag of the user that the change is based on. */
      .array(z.strictObject({ input: users.change, base: requiredText(200) }))
      .min(1, 'No users were selected')
      .max(500, 'There can be at most 500 users')
      .superRefine(uniqueRows(({ input: { pk } }) => String(pk), 'Duplicated')),
  }),
  /** With the writes that take it back. */
  answer: notices.extend({
    inverse: z.array(z.object({ input: document.extend({ pk: z.int() }), base: z.string() })),
  }),
})

const part = (max: number) => optionalText(max).optional()
const flagFilter = z.enum(['yes', 'no']).optional()

/** Filters find a part of a text. */
export const userPage = defineRead({
  path: `${internalApi}/pagedusers`,
  summary: 'A page of the users, with filters',
  deployments: everywhere,
  caller: { may: 'view', resource: users },
  query: pagedQuery(['username', 'first_name', 'last_name', 'email', 'is_superuser', 'is_active'], {
    username: part(30),
    first_name: part(longestAttribute),
    last_name: part(longestAttribute),
    email: part(254),
    is_superuser: flagFilter,
    is_active: flagFilter,
  }),
  answer: pageOf(row),
})
