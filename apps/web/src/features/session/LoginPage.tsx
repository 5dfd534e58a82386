import { Button, TextInput } from '@mantine/core'
import { logIn, sessionActive } from '@quatrain/contract/accounts/session.ts'
import type { ConfigOptions } from '@quatrain/contract/console/options.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { lazyPart } from '#lib/load-part.ts'
import { rememberReturnPath } from '#lib/return-path.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PartnersFoot } from '#ui/PartnersFoot.tsx'
import { PasswordBox } from '#ui/PasswordBox.tsx'
import { useStore } from '#ui/store.ts'
import { TenantName } from '#ui/TenantName.tsx'
import { BrandedCard } from './BrandedCard.tsx'
import classes from './LoginPage.module.css'
import { beginSession, endedSession } from './session.ts'
import { factorError, useFactorStep, type Way } from './use-factor-step.ts'

/** The notice is loaded on demand: few visitors come back from an identity provider that has refused them. */
const SignOnNotice = lazyPart(
  () => import('./SignOnNotice.tsx'),
  ({ SignOnNotice }) => SignOnNotice,
)

interface Props {
  readonly isTenant: boolean
  readonly options: ConfigOptions
}

const CookieDialog = lazyPart(
  () => import('./CookieDialog.tsx'),
  ({ CookieDialog }) => CookieDialog,
)

/** Shown at any requested address until the user has logged in; then that address is opened. */
export function LoginPage({ isTenant, options }: Props) {
  const [showsCookies, setShowsCookies] = useState(false)
  const hasEnded = useStore(endedSession) !== undefined
  const { sign_on, tenant_display_name, terms_privacy_links } = options
  // Single sign-on leaves this page, and returns to its own address.
  useEffect(() => rememberReturnPath(window.location.pathname + window.location.search), [])
  return (
    <main className={classes.page}>
      <title>{`Log in · ${tenant_display_name} | Quatrain`}</title>
      <BrandedCard
        title={
          <>
            Log in to <TenantName name={tenant_display_name} />
          </>
        }
      >
        {hasEnded && (
          <Notice kind="info" icon="clock" role="status">
            Your session has ended. Log in to continue; your input is kept.
          </Notice>
        )}
        {window.location.search !== '' && (
          <Suspense>
            <SignOnNotice />
          </Suspense>
        )}
        <LoginForm isTenant={isTenant} />
        {sign_on.map(({ text, path }) => (
          <Button key={path} component="a" href={path} variant="default" fullWidth classNames={signOnClasses}>
            {text}
          </Button>
        ))}
      </BrandedCard>
      <footer className={classes.footer}>
        {/* The login page does not load the paths of the sections. */}
        {isTenant && <a href="/ui/public_home">Public pages</a>}
        <LegalLinks {...terms_privacy_links} onCookies={() => setShowsCookies(true)} />
      </footer>
      <PartnersFoot {...options.footer} />
      {showsCookies && (
        <ErrorBoundary fallback={() => <Notice kind="bad">The cookie policies could not be loaded.</Notice>}>
          <Suspense>
            <CookieDialog onDismiss={() => setShowsCookies(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </main>
  )
}

const signOnClasses = { root: classes.signOn, label: classes.signOnText }

interface LegalProps {
  readonly terms: string
  readonly privacy: string
  readonly onCookies: () => void
}

const LegalLinks = ({ terms, privacy, onCookies }: LegalProps) => (
  <>
    {terms !== '' && (
      <a href={terms} target="_blank" rel="noreferrer">
        Terms<span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    )}
    <button type="button" onClick={onCookies}>
      Cookie Policies
    </button>
    {privacy !== '' && (
      <a href={privacy} target="_blank" rel="noreferrer">
        Privacy Policy<span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    )}
  </>
)

/** Most users of an identity provider, and all without a second factor, never see it. */
const FactorInputs = lazyPart(
  () => import('./FactorInputs.tsx'),
  ({ FactorInputs }) => FactorInputs,
)

/** User name and password, then the second factor of users who have one, and the result of the login. */
function LoginForm({ isTenant }: { readonly isTenant: boolean }) {
  const client = useQueryClient()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string>()
  const [hasCapsLock, setCapsLock] = useState(false)
  const usernameBox = useRef<HTMLInputElement>(null)
  const step = useFactorStep((proof) => call(logIn, { body: { username, password, ...proof } }))
  const login = useWriting({
    async mutationFn(way: Way) {
      try {
        if (!(await step.prove(way))) return undefined
      } catch (error) {
        // A refused password ends no session.
        if (isApiError(error, 'not_authenticated')) return 'refused'
        throw error
      }
      return call(sessionActive, { params: { istenant: String(isTenant) } })
    },
    onSuccess(result) {
      setFailure(result === 'refused' ? wrongPassword : result?.active === false ? noCookie : undefined)
      if (result === undefined) return
      if (result !== 'refused' && result.active) beginSession(client, result)
      startAgain()
    },
    onError(error) {
      setFailure(failureOf(error))
      if (isApiError(error) && !isWrongFactor(error)) startAgain()
    },
  })
  const startAgain = () => {
    step.startAgain()
    setUsername('')
    setPassword('')
    usernameBox.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.run('code')
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <form className={classes.form} onSubmit={submit}>
      {failure !== undefined && !login.isBusy && (
        <Notice kind="bad" role="alert">
          {failure}
        </Notice>
      )}
      <Suspense>
        {step.required ? (
          <FactorInputs step={step} isBusy={login.isBusy} onPasskey={() => login.run('passkey')} />
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
            <PasswordBox
              label="Password"
              name="password"
              autoComplete="current-password"
              description={hasCapsLock ? 'Caps lock is on.' : undefined}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              onKeyUp={watchCapsLock}
              onBlur={() => setCapsLock(false)}
            />
          </>
        )}
      </Suspense>
      <Button type="submit" fullWidth variant={step.required?.passkey ? 'default' : 'filled'} loading={login.isBusy}>
        Log in
      </Button>
      {step.required && (
        <Button
          variant="subtle"
          fullWidth
          onClick={() => {
            setFailure(undefined)
            startAgain()
          }}
        >
          Log in as somebody else
        </Button>
      )}
    </form>
  )
}

const isWrongFactor = (error: Error): boolean =>
  (['code', 'passkey'] as const).some((way) => factorError(error, way) !== undefined)

const wrongPassword = 'Login failed, invalid username and password provided'

const noCookie = 'You are logged in, but this browser does not keep the cookie. Allow cookies for this site.'

function failureOf(error: Error): string {
  if (factorError(error, 'code') !== undefined) {
    return 'Wrong code, or a code that was used before. Enter the next code of your app.'
  }
  if (factorError(error, 'passkey') !== undefined) return 'The passkey was not accepted. Try again, or enter a code.'
  if (isApiError(error, 'invalid_input')) return wrongPassword
  if (isApiError(error, 'too_many_attempts')) return 'Too many attempts to log in. Wait a minute, then try again.'
  if (isApiError(error, 'not_allowed')) return 'This page has been open for too long. Load it again, then log in.'
  // No passkey was used; there was no call.
  if (!isApiError(error)) return error.message
  return `The server could not check your password: ${error.message} Try again in a moment.`
}
