import type { UserDetails } from '@quatrain/contract/accounts/session.ts'
import type { ConfigOptions } from '@quatrain/contract/console/options.ts'
import type { Visitor } from '@quatrain/contract/kit/policy.ts'
import { Suspense, useEffect, useMemo } from 'react'
import { askForLogin } from '#features/session/ask-for-login.ts'
import { rememberSignedIn } from '#features/session/session.ts'
import { announceUserChange } from '#features/session/user-change.ts'
import { ConsoleContextProvider } from '#kit/api/console-context.tsx'
import { proveIdentityWith } from '#kit/api/prove-identity.ts'
import { useShownUser } from '#kit/api/shown-user.ts'
import { discardOldDrafts } from '#kit/form/drafts.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { DialogHost } from '#ui/dialogs.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { ConsoleRouter } from './ConsoleRouter.tsx'
import { rememberFrame } from './first-frame.ts'
import { memberRoutes } from './routes.tsx'
import { useLogOut } from './shell/use-log-out.ts'

const FactorSetUp = lazyPart(
  () => import('./FactorSetUp.tsx'),
  ({ FactorSetUp }) => FactorSetUp,
)

interface Props {
  readonly isTenant: boolean
  readonly options: ConfigOptions
  readonly user: UserDetails
  /** Whether the user must set up a second factor before anything else. */
  readonly needsFactor?: boolean | undefined
}

/** The console of a logged-in user. */
export function MemberConsole({ isTenant, options, user, needsFactor = false }: Props) {
  const visitor = useMemo<Visitor>(() => {
    const { username, is_superuser, groups } = user
    const actor = { username, isSuperuser: is_superuser, groups }
    return { deployment: isTenant ? 'tenant' : 'super', actor, readOnlyKinds: options.read_only_kinds }
  }, [isTenant, user, options])
  const isSuperuser = user.is_superuser
  // The set of pages does not depend on the user's groups, which can change while a page is open.
  const routes = useMemo(() => memberRoutes(visitor.deployment, isSuperuser), [visitor.deployment, isSuperuser])
  useEffect(() => {
    rememberFrame(visitor.deployment, options.tenant_display_name, isSuperuser)
    rememberSignedIn()
  }, [visitor.deployment, options, isSuperuser])
  useShownUser(user.username)
  useEffect(() => announceUserChange(user.username), [user.username])
  return (
    <ConsoleContextProvider visitor={visitor} options={options} user={user}>
      {needsFactor ? <BeforeSecondFactor username={user.username} /> : <ConsoleRouter routes={routes} />}
    </ConsoleContextProvider>
  )
}

/** Only the set-up, with its dialogs and messages. */
function BeforeSecondFactor({ username }: { readonly username: string }) {
  const logOut = useLogOut()
  return (
    <>
      <Suspense>
        <FactorSetUp username={username} onLogOut={logOut} />
      </Suspense>
      <DialogHost />
      <Toasts />
    </>
  )
}

// Once, when the console is opened.
proveIdentityWith(askForLogin)
discardOldDrafts()
