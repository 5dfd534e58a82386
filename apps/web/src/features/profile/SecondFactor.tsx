import { Button } from '@mantine/core'
import { renewRecoveryCodes, type SecondFactor as State } from '@quatrain/contract/accounts/second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#kit/api/call.ts'
import { Failure } from '#kit/page/page-states.tsx'
import { useWriting } from '#kit/write/use-writing.ts'
import { counted } from '#lib/words.ts'
import { Notice } from '#ui/Notice.tsx'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import classes from './profile.module.css'
import { secondFactorQuery } from './profile.queries.ts'
import { showCodes } from './RecoveryCodesDialog.tsx'

/** The passkeys, the authenticator app and the recovery codes of the user. */
export function SecondFactor() {
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const refresh = () => void refetch()
  if (error && !data) return <Failure error={error} retry={refresh} />
  if (!data) return null
  const hasFactor = data.app_since !== '' || data.passkeys.length > 0
  return (
    <>
      <p>
        {hasFactor
          ? 'A login with your password also needs one of your second factors.'
          : 'You log in with your password alone. With a second factor, a stolen password is not enough.'}
      </p>
      <Passkeys passkeys={data.passkeys} isLast={data.app_since === ''} onDone={refresh} />
      <AuthenticatorApp since={data.app_since} isLast={data.passkeys.length === 0} onDone={refresh} />
      {hasFactor && <RecoveryCodes state={data} onDone={refresh} />}
    </>
  )
}

const fewCodes = 3

function RecoveryCodes({ state: { recovery_codes }, onDone }: { readonly state: State; readonly onDone: () => void }) {
  const renew = useWriting({
    question: () => ({
      title: 'Replace recovery codes',
      question: 'Are you sure you want to replace your recovery codes? The former ones stop working.',
      keep: 'Keep them',
    }),
    mutationFn: () => call(renewRecoveryCodes, {}),
    async onSuccess({ recovery_codes }) {
      onDone()
      await showCodes(recovery_codes)
    },
    doing: 'replacing the recovery codes',
  })
  return (
    <section className={classes.factor} aria-labelledby="recovery-codes">
      <h3 id="recovery-codes">Recovery codes</h3>
      <p>You have {counted(recovery_codes, 'recovery code')} left. Each replaces your second factor for one login.</p>
      {recovery_codes < fewCodes && (
        <Notice kind="warning">
          Without your second factor and a recovery code, only an administrator can let you in again.
        </Notice>
      )}
      <div>
        <Button variant="default" loading={renew.isBusy} onClick={() => renew.run()}>
          Replace recovery codes
        </Button>
      </div>
    </section>
  )
}
