import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import { nameInPassword } from '@quatrain/contract/accounts/new-password.ts'
import { readPasswordLink, setPassword } from '@quatrain/contract/accounts/password-links.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { PasswordField } from '#kit/fields/fields.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { BrandedCard } from './BrandedCard.tsx'
import classes from './LoginPage.module.css'

/** The page of a link that an administrator has sent. It does not depend on the session of the browser. */
export function SetPasswordPage({ token }: { readonly token: string }) {
  const [isDone, setDone] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['password-link'],
    queryFn: () => call(readPasswordLink, { body: { token } }),
    // The link ends when it is used.
    enabled: !isDone,
    gcTime: 0,
  })
  const isEnded = isApiError(error, 'invalid_input')
  return (
    <main className={classes.page}>
      <title>Set password | Quatrain</title>
      <BrandedCard title="Set your password">
        {isDone && (
          <Notice kind="info" icon="check" role="status">
            Password successfully set. Log in with it.
          </Notice>
        )}
        {!isDone && error && (
          <Notice kind="bad" role="alert">
            {isEnded ? ended : `The link could not be checked: ${error.message}`}
          </Notice>
        )}
        {!isDone && data && <SetPasswordForm token={token} username={data.username} onDone={() => setDone(true)} />}
        {error && !isEnded && !isDone && <Button onClick={() => void refetch()}>Try again</Button>}
        {(isDone || isEnded) && (
          <Button component="a" href={paths.logIn} variant={isDone ? 'filled' : 'default'}>
            Log in
          </Button>
        )}
      </BrandedCard>
    </main>
  )
}

const ended = 'This link has been used, has expired, or was replaced. Ask an administrator for another.'

const blank = { new_password: '', confirm_password: '' }

type Values = typeof blank

const rulesFor = (username: string) =>
  z
    .object({ new_password: setPassword.body.shape.new_password, confirm_password: z.string().min(1, 'Required') })
    .superRefine(({ new_password, confirm_password }, context) => {
      const message = nameInPassword(new_password, username)
      if (message !== undefined) context.addIssue({ code: 'custom', message, path: ['new_password'] })
      if (confirm_password === new_password) return
      context.addIssue({ code: 'custom', path: ['confirm_password'], message: 'Passwords do not match!' })
    })

interface FormProps {
  readonly token: string
  readonly username: string
  readonly onDone: () => void
}

/** The new password of the user of a link. */
export function SetPasswordForm({ token, username, onDone }: FormProps) {
  const methods = useForm<Values>({ defaultValues: blank, resolver: zodResolver(rulesFor(username)) })
  const [failure, setFailure] = useState<string>()
  const setting = useWriting({
    mutationFn: ({ new_password }: Values) => call(setPassword, { body: { token, new_password } }),
    // Passwords are not kept.
    gcTime: 0,
    onSuccess: onDone,
    onError(error) {
      const message = isApiError(error) ? error.fields.new_password : undefined
      if (message !== undefined) methods.setError('new_password', { message })
      setFailure(message === undefined ? error.message : undefined)
    },
  })
  return (
    <FormProvider {...methods}>
      <form className={classes.form} noValidate onSubmit={methods.handleSubmit(setting.run)}>
        {failure !== undefined && (
          <Notice kind="bad" role="alert">
            {failure}
          </Notice>
        )}
        {/* Password managers store the password for this name. */}
        <TextInput label="Username" value={username} autoComplete="username" readOnly />
        <PasswordField
          name="new_password"
          label="New password"
          description="At least 8 characters, not only numbers, without the username, and none of the most common passwords."
        />
        <PasswordField name="confirm_password" label="Confirm password" />
        <Button type="submit" fullWidth loading={setting.isBusy}>
          Set password
        </Button>
      </form>
    </FormProvider>
  )
}
