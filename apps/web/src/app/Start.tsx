import { Button } from '@mantine/core'
import { setPasswordPath } from '@quatrain/contract/accounts/session.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { LoginPage } from '#features/session/LoginPage.tsx'
import { watchSession } from '#features/session/other-windows.ts'
import { optionsQuery, schemaQuery, sessionQuery } from '#features/session/session.queries.ts'
import { checkSession, wasSignedIn } from '#features/session/session.ts'
import { lazyPart, preloadPart } from '#lib/load-part.ts'
import classes from './CannotStart.module.css'

const loadMember = () => import('./MemberConsole.tsx')
const loadSetPassword = () => import('#features/session/SetPasswordPage.tsx')
const loadPublic = () => import('./PublicConsole.tsx')
const MemberConsole = lazyPart(loadMember, ({ MemberConsole }) => MemberConsole)
const PublicConsole = lazyPart(loadPublic, ({ PublicConsole }) => PublicConsole)

const SetPasswordPage = lazyPart(loadSetPassword, ({ SetPasswordPage }) => SetPasswordPage)

/** Milliseconds after which the login page counts as rendered. */
const afterLogin = 500

/** Determines the deployment and the user, then shows the public pages, the login page or the console. */
export function Start() {
  // Links between public pages and others reload the document, so this is evaluated once.
  const [isPublic] = useState(() => window.location.pathname.startsWith('/ui/public_'))
  const [isLink] = useState(() => window.location.pathname === setPasswordPath)
  const schema = useQuery(schemaQuery)
  const options = useQuery(optionsQuery)
  const isTenant = schema.data?.isTenantSchema ?? false
  const session = useQuery({ ...sessionQuery(isTenant), enabled: !isPublic && !isLink && schema.isSuccess })
  const isLoggedOut = session.data?.active === false
  // The rest is loaded while the request for the session is in progress.
  useEffect(() => {
    if (isPublic) preloadPart(loadPublic)
    else if (isLink) preloadPart(loadSetPassword)
    else if (wasSignedIn()) preloadPart(loadMember)
  }, [isPublic, isLink])
  // Or while the user types a password; the login page itself is loaded first, for slow connections.
  useEffect(() => {
    if (!isLoggedOut) return
    const timer = setTimeout(() => preloadPart(loadMember), afterLogin)
    return () => clearTimeout(timer)
  }, [isLoggedOut])

  const client = useQueryClient()
  useEffect(() => {
    if (!isPublic && !isLink) return watchSession(() => void checkSession(client))
  }, [isPublic, isLink, client])

  const failure = schema.error ?? options.error ?? session.error
  if (failure)
    return (
      <CannotStart
        missingPart={schema.error ? 'schema' : options.error ? 'configuration' : 'session'}
        error={failure}
      />
    )
  if (!schema.data || !options.data) return null
  const context = { isTenant, options: options.data }
  if (isPublic) {
    return (
      <Suspense>
        <PublicConsole {...context} />
      </Suspense>
    )
  }
  if (isLink) {
    return (
      <Suspense>
        <SetPasswordPage token={window.location.hash.slice(1)} />
      </Suspense>
    )
  }
  if (!session.data) return null
  if (!session.data.active) return <LoginPage {...context} />
  const { userdetails, needs_second_factor, change_rule } = session.data
  return (
    <Suspense>
      <MemberConsole
        key={userdetails.pk}
        {...context}
        user={userdetails}
        needsFactor={needs_second_factor}
        changeRule={change_rule}
      />
    </Suspense>
  )
}

interface FailureProps {
  readonly missingPart: 'schema' | 'configuration' | 'session'
  readonly error: Error
}

/** Shown if the server does not respond to the first request. */
function CannotStart({ missingPart, error }: FailureProps) {
  return (
    <main className={classes.page}>
      <title>Something went wrong | Quatrain</title>
      <h1>Something went wrong</h1>
      <p>Cannot obtain {missingPart}</p>
      <p className={classes.why}>{error.message}</p>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </main>
  )
}
