import { Button } from '@mantine/core'
import { readPasswordLink } from '@quatrain/contract/accounts/password-links.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { BrandedCard } from './BrandedCard.tsx'
import classes from './LoginPage.module.css'
import { SetPasswordForm } from './SetPasswordForm.tsx'

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
