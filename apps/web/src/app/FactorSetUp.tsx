import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { AuthenticatorApp } from '#features/profile/AuthenticatorApp.tsx'
import { Passkeys } from '#features/profile/Passkeys.tsx'
import { BrandedCard } from '#features/session/BrandedCard.tsx'
import classes from '#features/session/LoginPage.module.css'
import { checkSession } from '#features/session/session.ts'

interface Props {
  readonly username: string
  readonly onLogOut: () => void
}

/** What users see after a login as long as a second factor is required of them that they do not have. */
export function FactorSetUp({ username, onLogOut }: Props) {
  const client = useQueryClient()
  const continueLogin = () => void checkSession(client)
  return (
    <main className={classes.page}>
      <title>Set up a second factor | Quatrain</title>
      <BrandedCard title="Set up a second factor">
        <p className={classes.reason}>
          <b>{username}</b> needs a second factor: a passkey or an authenticator app. The console opens as soon as you
          have one.
        </p>
        <h2 className="visually-hidden">Second factors</h2>
        <Passkeys passkeys={[]} isLast onDone={continueLogin} />
        <AuthenticatorApp since="" isLast onDone={continueLogin} />
        <Button variant="subtle" fullWidth onClick={onLogOut}>
          Log out
        </Button>
      </BrandedCard>
    </main>
  )
}
