import { Button, PasswordInput, TextInput } from '@mantine/core'
import { logIn, sessionActive } from '@quatrain/contract/session.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { CodeInput, codeOrRecoveryCode } from '#ui/CodeInput.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './LoginPage.module.css'
import { beginSession } from './session.ts'

/** User name and password, then the code of users who have an authenticator app, and the result of the login. */
export function LoginForm({ isTenant }: { readonly isTenant: boolean }) {
  const client = useQueryClient()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const usernameBox = useRef<HTMLInputElement>(null)
  const login = useMutation({
    mutationFn: async () => {
      const { second_factor } = await call(logIn, { body: { username, password, ...(needsCode && { code }) } })
      if (second_factor === 'required') return second_factor
      return call(sessionActive, { params: { istenant: String(isTenant) } })
    },
    onSuccess: (result) => {
      if (result === 'required') setNeedsCode(true)
      else if (result.active) beginSession(client, result)
    },
    onSettled: (result, error) => {
      setCode('')
      if (result !== 'required' && !isWrongCode(error)) startAgain()
    },
  })
  const startAgain = () => {
    setNeedsCode(false)
    setUsername('')
    setPassword('')
    usernameBox.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.mutate()
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const failure = failureOf(login.error, login.data !== 'required' && login.data?.active === false)
  return (
    <form className={classes.form} onSubmit={submit}>
      {failure !== undefined && !login.isPending && (
        <Notice kind="bad" role="alert">
          {failure}
        </Notice>
      )}
      {needsCode ? (
        <CodeInput value={code} description={codeOrRecoveryCode} onChange={setCode} />
      ) : (
        <>
          <TextInput
            ref={usernameBox}
            label="Username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
            description={hasCapsLock ? 'Caps lock is on.' : undefined}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            onKeyUp={watchCapsLock}
            onBlur={() => setCapsLock(false)}
          />
        </>
      )}
      <Button type="submit" fullWidth loading={login.isPending}>
        Log in
      </Button>
      {needsCode && (
        <Button
          variant="subtle"
          fullWidth
          onClick={() => {
            login.reset()
            startAgain()
          }}
        >
          Log in as somebody else
        </Button>
      )}
    </form>
  )
}

const isWrongCode = (error: Error | null) => isApiError(error, 'invalid_input') && error.fields.code !== undefined

function failureOf(error: Error | null, hasNoCookie: boolean): string | undefined {
  if (hasNoCookie) return 'You are logged in, but this browser does not keep the cookie. Allow cookies for this site.'
  if (error === null) return undefined
  if (isWrongCode(error)) return 'Wrong code, or a code that was used before. Enter the next code of your app.'
  if (isApiError(error, 'not_authenticated', 'invalid_input')) {
    return 'Login failed, invalid username and password provided'
  }
  if (isApiError(error, 'too_many_attempts')) return 'Too many attempts to log in. Wait a minute, then try again.'
  if (isApiError(error, 'not_allowed')) return 'This page has been open for too long. Load it again, then log in.'
  return `The server could not check your password: ${error.message} Try again in a moment.`
}
