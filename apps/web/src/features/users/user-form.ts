import { groupKinds } from '@quatrain/contract/kit/group-kinds.ts'
import { resourceEndpoints } from '@quatrain/contract/kit/resource.ts'
import { blankUser, groupsField, type UserDocument, users } from '@quatrain/contract/resources/user.ts'
import { z } from 'zod'
import { writeOf } from '#kit/api/write.ts'
import { contractRules } from '#kit/form/form-rules.ts'
import { type AddableDefinition, defineForm } from '#kit/write/form-definition.ts'
import { paths } from '#lib/paths.ts'

const formValues = users.document.extend({
  /** Identifies a stored user, because usernames can change. */
  pk: z.int().optional(),
  /** The password of a new user. */
  password: z.string(),
  confirm_password: z.string(),
})

export type UserValues = z.output<typeof formValues>

const noPassword = { password: '', confirm_password: '' }

const documentOf = (values: UserDocument): UserDocument => users.document.parse(values)

const form = defineForm<typeof users, UserValues>({
  resource: users,
  paths: paths.users,
  values: formValues,
  blank: { ...blankUser, ...noPassword },
  valuesOf: ({ pk, ...user }) => ({ ...documentOf(user), ...noPassword, pk }),
  nameOf: ({ username }) => username.trim(),
  inputOf: documentOf,
  valuesOfInput: (input) => ({ ...input, ...noPassword }),
  // A draft stays in the browser, so it has no password.
  withoutSecrets: (values) => ({ ...values, ...noPassword }),
  failureTitle: 'Error',
  // The password and the sessions of a deleted user cannot be restored.
  deletesForGood: true,
})

/** Returns the password of the write; no field if the user gets a link instead. */
const passwordOf = ({ password }: UserValues) => (password === '' ? {} : { password })

const { add } = resourceEndpoints(users)

export const userDefinition: AddableDefinition<typeof users, UserValues> = {
  ...form,
  writes: {
    ...form.writes,
    add: (values) => writeOf(add, { body: { ...documentOf(values), ...passwordOf(values) } }),
  },
}

/** The rules of a new user who gets a link to set a password. */
export const invitedUserSchema = contractRules(formValues, users.add, documentOf)

/** The rules of a new user with a password. The second password is not sent. */
export const newUserSchema = contractRules(
  formValues.superRefine((values, context) => {
    const message = values.confirm_password === '' ? 'Required' : 'Passwords do not match!'
    if (values.confirm_password === '' || values.confirm_password !== values.password) {
      context.addIssue({ code: 'custom', path: ['confirm_password'], message })
    }
  }),
  users.add,
  ({ pk: _, confirm_password: __, ...input }) => input,
)

/** The rules of a stored user, who keeps an address if there is one. */
export const changedUserSchema = (stored: Pick<UserDocument, 'email'>) =>
  contractRules(
    formValues.superRefine(({ email }, context) => {
      if (email.trim() === '' && stored.email !== '') {
        context.addIssue({ code: 'custom', path: ['email'], message: 'Required' })
      }
    }),
    users.change,
    (values) => ({ ...documentOf(values), pk: 1 }),
  )

/** The five lists of groups, in the order of the form. */
export const groupFields = (['reports', 'metrics', 'metricprofiles', 'aggregations', 'thresholdsprofiles'] as const)
  .filter((kind) => groupKinds.includes(kind))
  .map((kind) => ({ kind, name: groupsField[kind], label: users.compared[groupsField[kind]].label }))
