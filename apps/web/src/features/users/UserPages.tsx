import { Button } from '@mantine/core'
import { linkHours, sendPasswordLink } from '@quatrain/contract/accounts/password-links.ts'
import { resetSecondFactor } from '@quatrain/contract/accounts/second-factor.ts'
import type { User, users } from '@quatrain/contract/resources/user.ts'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { CheckboxField, PasswordField, TextField } from '#kit/fields/fields.tsx'
import { FieldSection } from '#kit/form/ReadOnlyForm.tsx'
import form from '#kit/form/ResourceForm.module.css'
import { RecordFormPage } from '#kit/form/ResourceForm.tsx'
import { type RecordFormProps, useRecordForm } from '#kit/form/use-record-form.ts'
import { Moment } from '#kit/page/Moment.tsx'
import { objectPages } from '#kit/resource/object-pages.tsx'
import { type DetailsProps, ReadOnlyPage } from '#kit/resource/read-pages.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { tell } from '#ui/messages.ts'
import { Notice } from '#ui/Notice.tsx'
import { LabelledValue } from '#ui/ValueText.tsx'
import { UserGroupsField } from './UserGroupsField.tsx'
import {
  changedUserSchema,
  groupFields,
  invitedUserSchema,
  newUserSchema,
  type UserValues,
  userDefinition,
} from './user-form.ts'
import classes from './users.module.css'

/** The form of a user: of a new one and of a stored one. */
function UserForm(props: RecordFormProps<typeof users, UserValues>) {
  const { record, actions } = props
  const { user, options } = useConsoleContext()
  const isInvited = options.sends_password_links
  const schema = useMemo(() => {
    if (record) return changedUserSchema(record)
    return isInvited ? invitedUserSchema : newUserSchema
  }, [record, isInvited])
  const form = useRecordForm(userDefinition, props, { schema })
  // Users cannot delete themselves.
  const isOwn = record !== undefined && record.username === user?.username
  return (
    <RecordFormPage
      {...props}
      actions={
        <>
          {record && <SendLinkButton user={record} />}
          {record && <ChangePasswordButton username={record.username} />}
          {record && <ResetSecondFactorButton username={record.username} />}
          {actions}
        </>
      }
      form={isOwn ? { ...form, remove: undefined } : form}
    >
      <Fields
        password={!record && (isInvited ? <InvitationNotice /> : <PasswordFields />)}
        times={record && <Times user={record} />}
      />
    </RecordFormPage>
  )
}

/** The button is on the own record in the super-tenant, as specified. Every user has one in the own profile. */
function ChangePasswordButton({ username }: { readonly username: string }) {
  const { caller, user } = useConsoleContext()
  if (caller.deployment !== 'super' || user?.username !== username) return null
  return (
    <Button component={Link} to={paths.userPassword(username)} variant="default">
      Change password
    </Button>
  )
}

/** An old version of a user, read-only. Who may read users may also change them. */
const UserDetails = (props: DetailsProps<typeof users, UserValues>) => (
  <ReadOnlyPage {...props}>
    <Fields />
  </ReadOnlyPage>
)

interface Props {
  /** How a new user gets a password. */
  readonly password?: ReactNode
  /** Shown below the personal details. */
  readonly times?: ReactNode
}

function Fields({ password, times }: Props) {
  const isTenant = useConsoleContext().caller.deployment === 'tenant'
  return (
    <>
      <div className={form.fields}>
        <TextField
          name="username"
          label="Username"
          description="At most 30 characters. Letters, numbers and @/./+/-/_ characters."
          isMono
        />
        {password}
      </div>
      <FieldSection title="Personal info">
        <TextField name="first_name" label="First name (optional)" />
        <TextField name="last_name" label="Last name (optional)" />
        <TextField name="email" label="Email" />
        {times}
      </FieldSection>
      <FieldSection title="Permissions">
        <CheckboxField
          name="is_superuser"
          label="Superuser status"
          description="The user may change everything, without being in a group."
        />
        <CheckboxField
          name="is_active"
          label="Active"
          description="The user can log in. Clear this box instead of deleting a user who has left."
        />
      </FieldSection>
      {isTenant && (
        <>
          <FieldSection title="Quatrain user permissions">
            {groupFields.map(({ kind, name, label }) => (
              <UserGroupsField key={kind} kind={kind} name={name} label={label} />
            ))}
          </FieldSection>
          <FieldSection title="Additional information">
            <TextField name="subject" label="distinguishedName (optional)" isMono />
            <TextField name="egiid" label="eduPersonUniqueId (optional)" isMono />
            <TextField name="displayname" label="displayName (optional)" />
          </FieldSection>
        </>
      )}
    </>
  )
}

const InvitationNotice = () => (
  <Notice kind="info">
    The user gets a mail with a link to set a password, which can be used for {linkHours} hours.
  </Notice>
)

/** The password and its repetition. */
const PasswordFields = () => (
  <>
    <PasswordField
      name="password"
      label="Password"
      description="At least 8 characters, not only numbers, without the username, and none of the most common passwords."
    />
    <PasswordField name="confirm_password" label="Confirm password" />
  </>
)

/** When the user was added, and last logged in. */
const Times = ({ user }: { readonly user: User }) => (
  <div className={classes.times}>
    <LabelledValue label="Last login">
      {user.last_login === '' ? <em>never</em> : <Moment iso={user.last_login} />}
    </LabelledValue>
    <LabelledValue label="Date joined">
      <Moment iso={user.date_joined} />
    </LabelledValue>
  </div>
)

const shared = { definition: userDefinition, Form: UserForm, Details: UserDetails } as const

export const userPages = objectPages({ ...shared, statesOf: ({ is_active }) => (is_active ? [] : ['inactive']) })

/** Sends another user a link to set a password, if the console sends mails. */
export function SendLinkButton({ user: { username, email, is_active } }: { readonly user: User }) {
  const { user, options } = useConsoleContext()
  const { run, isBusy } = useWriting({
    question: () => ({
      title: 'Send password link',
      question: `Are you sure you want to send ${username} a link to set a new password?`,
      details: (
        <p>
          The mail goes to {email}. The link can be used once, within {linkHours} hours, and replaces a former one. The
          present password stays valid until then.
        </p>
      ),
      keep: 'Do not send',
    }),
    mutationFn: () => call(sendPasswordLink, { body: { username } }),
    onSuccess: ({ detail }) => tell.success({ title: 'Sent', lines: [detail] }),
    doing: 'sending password link',
  })
  if (!options.sends_password_links || user?.username === username) return null
  const obstacle = !is_active ? 'The user is not active' : email === '' ? 'The user has no email address' : undefined
  return (
    <Button variant="default" loading={isBusy} disabled={obstacle !== undefined} title={obstacle} onClick={() => run()}>
      Send password link
    </Button>
  )
}

/** Resets the second factor of users who have lost their authenticator app and their recovery codes. */
export function ResetSecondFactorButton({ username }: { readonly username: string }) {
  const reset = useWriting({
    question: () => ({
      title: 'Reset second factor',
      question: 'Are you sure that this user may log in with the password alone? All sessions of the user end.',
      object: username,
      isDestructive: true,
    }),
    mutationFn: () => call(resetSecondFactor, { params: { key: username } }),
    onSuccess({ had_factor }) {
      if (had_factor) tell.success({ title: 'Reset', lines: [`Second factor of ${username} reset`] })
      else tell.warning({ title: 'Nothing to reset', lines: [`${username} has no second factor`] })
    },
    doing: 'resetting the second factor',
  })
  return (
    <Button variant="default" loading={reset.isBusy} onClick={() => reset.run()}>
      Reset second factor
    </Button>
  )
}
