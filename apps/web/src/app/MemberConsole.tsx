import type { ConfigOptions } from '@quatrain/contract/console.ts'
import type { Visitor } from '@quatrain/contract/policy.ts'
import type { UserDetails } from '@quatrain/contract/session.ts'
import { useMemo } from 'react'
import { discardOldDrafts } from '#kit/drafts.ts'
import { SurroundingsProvider } from '#kit/visitor.tsx'
import { ConsoleRouter } from './ConsoleRouter.tsx'
import { memberRoutes } from './member-routes.tsx'

interface Props {
  readonly isTenant: boolean
  readonly options: ConfigOptions
  readonly user: UserDetails
}

/** The console of whoever is signed in. */
export function MemberConsole({ isTenant, options, user }: Props) {
  const visitor = useMemo<Visitor>(() => {
    const { username, is_superuser, groups } = user
    return { deployment: isTenant ? 'tenant' : 'super', actor: { username, isSuperuser: is_superuser, groups } }
  }, [isTenant, user])
  const routes = useMemo(() => memberRoutes(visitor), [visitor])
  return (
    <SurroundingsProvider visitor={visitor} options={options} user={user}>
      <ConsoleRouter routes={routes} />
    </SurroundingsProvider>
  )
}

// Once, when somebody comes in.
discardOldDrafts()
