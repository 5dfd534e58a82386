import { Button } from '@mantine/core'
import type { ConfigOptions } from '@quatrain/contract/console.ts'
import type { UserDetails } from '@quatrain/contract/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { AuthenticatorApp } from '#features/profile/AuthenticatorApp.tsx'
import { Passkeys } from '#features/profile/Passkeys.tsx'
import { askForLogin } from '#features/session/ask-for-login.ts'
import { BrandedCard } from '#features/session/BrandedCard.tsx'
import classes from '#features/session/LoginPage.module.css'
import { checkSession } from '#features/session/session.ts'
import { ConsoleContextProvider } from '#kit/api/console-context.tsx'
import { proveIdentityWith } from '#kit/api/prove-identity.ts'
import { useShownUser } from '#kit/api/shown-user.ts'
import { DialogHost } from '#ui/DialogHost.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { useLogOut } from './shell/use-log-out.ts'

interface Props {
  readonly isTenant: boolean
  readonly options: ConfigOptions
  readonly user: UserDetails
}

/** What users see after a login as long as a second factor is required of them that they do not have. */
export function FactorSetUp({ isTenant, options, user }: Props) {
  const visitor = { deployment: isTenant ? 'tenant' : 'super' } as const
  useShownUser(user.username)
  return (
    <ConsoleContextProvider visitor={visitor} options={options} user={user}>
      <SetUp username={user.username} />
    </ConsoleContextProvider>
  )
}

function SetUp({ username }: { readonly username: string }) {
  const client = useQueryClient()
  const logOut = useLogOut()
  const goOn = () => void checkSession(client)
  return (
    <main className={classes.page}>
      <title>Set up a second factor | Quatrain</title>
      <BrandedCard title="Set up a second factor">
        <p className={classes.reason}>
          <b>{username}</b> needs a second factor: a passkey or an authenticator app. The console opens as soon as you
          have one.
        </p>
        <h2 className="visually-hidden">Second factors</h2>
        <Passkeys passkeys={[]} isLast onDone={goOn} />
        <AuthenticatorApp since="" isLast onDone={goOn} />
        <Button variant="subtle" fullWidth onClick={logOut}>
          Log out
        </Button>
      </BrandedCard>
      <DialogHost />
      <Toasts />
    </main>
  )
}

// Once: the login may be too long ago.
proveIdentityWith(askForLogin)
