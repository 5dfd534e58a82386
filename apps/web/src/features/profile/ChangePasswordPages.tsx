import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { changePassword, passwordChange } from '@quatrain/contract/accounts/own-account.ts'
import { logIn } from '@quatrain/contract/accounts/session.ts'
import { users } from '@quatrain/contract/resources/user.ts'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { PasswordField } from '#kit/fields/fields.tsx'
import { contractRules } from '#kit/form/form-rules.ts'
import { ReadOnlyBanner } from '#kit/page/page-states.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { usePathParameters } from '#lib/resource-paths.ts'
import { tell } from '#ui/messages.ts'
import { PageFrame } from '#ui/PageFrame.tsx'
import classes from './profile.module.css'

/** The page of every user, reached from the own profile. */
export const OwnPasswordPage = () => (
  <ChangePassword username={useConsoleContext().user?.username} after={paths.profile} />
)

/** The specified page of a user of the super-tenant: only for oneself. */
export const UserPasswordPage = () => <ChangePassword username={usePathParameters().name} after={paths.users.list} />

function ChangePassword({ username, after }: { readonly username: string | undefined; readonly after: string }) {
  const own = useConsoleContext().user?.username
  const isOwn = username !== undefined && username === own
  return (
    <PageFrame title="Change password" object={username} width="reading">
      {isOwn ? (
        <ChangePasswordForm username={username} after={after} />
      ) : (
        <ReadOnlyBanner resource={users}>
          <p>Users change only their own password.</p>
        </ReadOnlyBanner>
      )}
    </PageFrame>
  )
}

const formValues = z.object({ current_password: z.string(), new_password: z.string(), confirm_password: z.string() })

type Values = z.output<typeof formValues>

const blank: Values = { current_password: '', new_password: '', confirm_password: '' }

const schemaFor = (username: string) =>
  contractRules(
    formValues.superRefine(({ new_password, confirm_password }, context) => {
      if (confirm_password !== '' && confirm_password === new_password) return
      const message = confirm_password === '' ? 'Required' : 'Passwords do not match!'
      context.addIssue({ code: 'custom', path: ['confirm_password'], message })
    }),
    passwordChange,
    ({ current_password, new_password }) => ({ username, current_password, new_password }),
  )

/** Changes the user's own password, and logs in again with it. `after` is the page that follows. */
function ChangePasswordForm({ username, after }: { readonly username: string; readonly after: string }) {
  const navigate = useNavigate()
  const methods = useForm<Values>({
    defaultValues: blank,
    resolver: zodResolver(schemaFor(username)),
    mode: 'onChange',
  })
  const { run, isBusy } = useWriting({
    // Passwords are not kept.
    gcTime: 0,
    question: () => ({
      title: 'Change password',
      question: 'Are you sure you want to change password?',
      details: <p>You stay logged in here. All your other sessions end.</p>,
      keep: 'Keep the old one',
    }),
    async mutationFn({ current_password, new_password }: Values) {
      await call(changePassword, { body: { username, current_password, new_password } })
      await call(logIn, { body: { username, password: new_password } })
    },
    onSuccess() {
      tell.success({ title: 'Changed', lines: ['Password successfully changed'] })
      void navigate(after)
    },
    onError(error) {
      const fields = isApiError(error) ? error.fields : {}
      for (const name of formValues.keyof().options) {
        const message = fields[name]
        if (message !== undefined) methods.setError(name, { message })
      }
      const title = isApiError(error) ? `Error: ${error.status} ${statusText[error.status] ?? ''}`.trim() : 'Error'
      tell.error({ title, lines: [error.message || 'Error changing password'] })
    },
  })
  return (
    <FormProvider {...methods}>
      <form className={classes.form} noValidate onSubmit={methods.handleSubmit((values) => run(values))}>
        <PasswordField name="current_password" label="Current password" autoComplete="current-password" />
        <PasswordField
          name="new_password"
          label="New password"
          description="At least 8 characters, not only numbers, without the username, and none of the most common passwords."
        />
        <PasswordField name="confirm_password" label="Confirm password" />
        <div>
          <Button type="submit" loading={isBusy}>
            Save
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

/** HTTP/2 sends no status texts. */
const statusText: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}
