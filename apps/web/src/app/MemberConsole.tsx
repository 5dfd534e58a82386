import type { UserDetails } from '@quatrain/contract/accounts/session.ts'
import type { ConfigOptions } from '@quatrain/contract/console/options.ts'
import type { Caller } from '@quatrain/contract/kit/policy.ts'
import { Suspense, useEffect, useMemo } from 'react'
import { askForLogin } from '#features/session/ask-for-login.ts'
import { rememberSignedIn } from '#features/session/session.ts'
import { announceUserChange } from '#features/session/user-change.ts'
import { proveIdentityWith, useShownUser } from '#kit/api/call.ts'
import { type ConsoleContext, ConsoleContextProvider } from '#kit/api/console-context.tsx'
import { discardOldDrafts } from '#kit/form/drafts.ts'
import { lazyPart } from '#lib/load-part.ts'
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
  readonly changeRule: ConsoleContext['changeRule']
}

/** The console of a logged-in user. */
export function MemberConsole({ isTenant, options, user, needsFactor = false, changeRule }: Props) {
  const caller = useMemo<Caller>(() => {
    const { username, is_superuser: isSuperuser, groups } = user
    return {
      deployment: isTenant ? 'tenant' : 'super',
      user: { username, isSuperuser, groups },
      readOnlyKinds: options.read_only_kinds,
    }
  }, [isTenant, user, options])
  const isSuperuser = user.is_superuser
  // The set of pages does not depend on the user's groups, which can change while a page is open.
  const routes = useMemo(() => memberRoutes(caller.deployment, isSuperuser), [caller.deployment, isSuperuser])
  useEffect(() => {
    rememberFrame(caller.deployment, options.tenant_display_name, isSuperuser)
    rememberSignedIn()
  }, [caller.deployment, options, isSuperuser])
  useShownUser(user.username)
  useEffect(() => announceUserChange(user.username), [user.username])
  return (
    <ConsoleContextProvider caller={caller} options={options} user={user} changeRule={changeRule}>
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
