import type { ConfigOptions } from '@quatrain/contract/console.ts'
import type { Visitor } from '@quatrain/contract/policy.ts'
import type { UserDetails } from '@quatrain/contract/session.ts'
import { useEffect, useMemo } from 'react'
import { askForLogin } from '#features/session/ask-for-login.ts'
import { announceUserChange } from '#features/session/user-change.ts'
import { ConsoleContextProvider } from '#kit/api/console-context.tsx'
import { proveIdentityWith } from '#kit/api/prove-identity.ts'
import { useShownUser } from '#kit/api/shown-user.ts'
import { discardOldDrafts } from '#kit/form/drafts.ts'
import { ConsoleRouter } from './ConsoleRouter.tsx'
import { memberRoutes } from './member-routes.tsx'

interface Props {
  readonly isTenant: boolean
  readonly options: ConfigOptions
  readonly user: UserDetails
}

/** The console of a signed-in user. */
export function MemberConsole({ isTenant, options, user }: Props) {
  const visitor = useMemo<Visitor>(() => {
    const { username, is_superuser, groups } = user
    const actor = { username, isSuperuser: is_superuser, groups }
    return { deployment: isTenant ? 'tenant' : 'super', actor, readOnlyKinds: options.read_only_kinds }
  }, [isTenant, user, options])
  const isSuperuser = user.is_superuser
  // The set of pages does not depend on the user's groups, which can change while a page is open.
  const routes = useMemo(() => memberRoutes(visitor.deployment, isSuperuser), [visitor.deployment, isSuperuser])
  useShownUser(user.username)
  useEffect(() => announceUserChange(user.username), [user.username])
  return (
    <ConsoleContextProvider visitor={visitor} options={options} user={user}>
      <ConsoleRouter routes={routes} />
    </ConsoleContextProvider>
  )
}

// Once, when the console is opened.
proveIdentityWith(askForLogin)
discardOldDrafts()
