import { Button } from '@mantine/core'
import { reauthenticate } from '@quatrain/contract/accounts/own-account.ts'
import { configOptions } from '@quatrain/contract/console/options.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { PasswordBox } from '#ui/PasswordBox.tsx'
import { FactorInputs } from './FactorInputs.tsx'
import classes from './ReauthenticationDialog.module.css'
import { factorError, useFactorStep } from './use-factor-step.ts'

/** Asks for the password, and the second factor if the user has one; or for another login at the identity provider. */
export function ReauthenticationDialog({ close }: { readonly close: (isProved: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [hasLeft, setLeft] = useState(false)
  const { data: providers = [] } = useQuery({
    queryKey: ['sign-on-buttons'],
    queryFn: async () => (await call(configOptions, {})).result.sign_on,
  })
  const [error, setError] = useState<Error>()
  const step = useFactorStep((proof) => call(reauthenticate, { body: { password, ...proof } }))
  const proof = useWriting({
    mutationFn: step.prove,
    onSuccess(isProved) {
      setError(undefined)
      if (isProved) close(true)
    },
    onError: setError,
  })
  const wrongPassword = isApiError(error) ? error.fields.password : undefined
  const wrongCode = factorError(error, 'code')
  return (
    <FormDialog
      title="Confirm that it is you"
      submit="Confirm"
      isBusy={proof.isBusy}
      failure={wrongPassword === undefined && wrongCode === undefined ? error : undefined}
      onSubmit={() => proof.run('code')}
      onCancel={() => close(false)}
      aside={
        providers.length > 0 && (
          <div className={classes.providers}>
            <p>If you log in with an identity provider, log in there again in a new tab. Then continue here.</p>
            {providers.map(({ text, path }) => (
              <Button
                key={path}
                component="a"
                href={`${path}?again=true`}
                target="_blank"
                rel="noreferrer"
                variant="default"
                onClick={() => setLeft(true)}
              >
                {text}
                <span className="visually-hidden"> (opens in a new tab)</span>
              </Button>
            ))}
            {hasLeft && <Button onClick={() => close(true)}>Continue after the login</Button>}
          </div>
        )
      }
    >
      <p>This needs a login of the last ten minutes. Nothing that you have typed is lost.</p>
      <PasswordBox
        label="Password"
        autoComplete="current-password"
        data-autofocus
        error={wrongPassword}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <FactorInputs step={step} error={wrongCode} isBusy={proof.isBusy} onPasskey={() => proof.run('passkey')} />
    </FormDialog>
  )
}
