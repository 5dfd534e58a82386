import { Button } from '@mantine/core'
import { knowsPasskeys } from '#lib/passkeys.ts'
import { CodeInput } from '#ui/CodeInput.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './LoginPage.module.css'
import type { FactorStep } from './use-factor-step.ts'

interface Props {
  readonly step: FactorStep
  readonly error?: string | undefined
  readonly isBusy: boolean
  readonly onPasskey: () => void
}

/** The second factors that the server accepts: a passkey, the code of an app, or a recovery code. */
export function FactorInputs({ step: { required, code, setCode }, error, isBusy, onPasskey }: Props) {
  if (!required) return null
  const canUsePasskey = required.passkey !== undefined && knowsPasskeys()
  return (
    <>
      {canUsePasskey && (
        <>
          <Button fullWidth autoFocus data-autofocus loading={isBusy} onClick={onPasskey}>
            Use a passkey
          </Button>
          <p className={classes.or}>or</p>
        </>
      )}
      {required.passkey && !canUsePasskey && (
        <Notice kind="info">This browser cannot use your passkeys here. They need HTTPS.</Notice>
      )}
      <CodeInput
        value={code}
        description={
          required.app
            ? 'The six digits of your authenticator app, or one of your recovery codes.'
            : 'One of your recovery codes.'
        }
        error={error}
        hasFocus={!canUsePasskey}
        onChange={setCode}
      />
    </>
  )
}
