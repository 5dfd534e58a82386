import { Button } from '@mantine/core'
import type { ConfigOptions } from '@quatrain/contract/console/options.ts'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#lib/load-part.ts'
import { rememberReturnPath } from '#lib/return-path.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PartnersFoot } from '#ui/PartnersFoot.tsx'
import { useStore } from '#ui/store.ts'
import { TenantName } from '#ui/TenantName.tsx'
import { BrandedCard } from './BrandedCard.tsx'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginPage.module.css'
import { endedSession } from './session.ts'

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
