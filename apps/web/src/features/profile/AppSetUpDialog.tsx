import { confirmAuthenticatorApp } from '@quatrain/contract/accounts/second-factor.ts'
import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { CodeInput } from '#ui/CodeInput.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { CopyButton } from '#ui/ValueText.tsx'
import classes from './profile.module.css'

interface Props {
  readonly secret: string
  readonly address: string
  /** Receives the recovery codes after the app was confirmed. */
  readonly close: (codes?: readonly string[]) => void
}

/** Shows the secret for an authenticator app, and asks for a first code. */
export function AppSetUpDialog({ secret, address, close }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<Error>()
  const confirmation = useWriting({
    mutationFn: () => call(confirmAuthenticatorApp, { body: { code } }),
    onSuccess: ({ recovery_codes }) => close(recovery_codes),
    onError: setError,
  })
  const wrong = isApiError(error) ? error.fields.code : undefined
  return (
    <FormDialog
      title="Set up an authenticator app"
      submit="Confirm"
      isBusy={confirmation.isBusy}
      failure={wrong === undefined ? error : undefined}
      onSubmit={() => confirmation.run()}
      onCancel={() => close()}
    >
      <p>Scan this with the app, or type the secret into it. Then enter the code that the app shows.</p>
      <QrCode text={address} />
      <div className={classes.secret}>
        <span className="mono">{secret.match(/.{1,4}/g)?.join(' ')}</span>
        <CopyButton text={secret} subject="secret" />
      </div>
      <CodeInput value={code} description="The six digits that the app shows." error={wrong} onChange={setCode} />
    </FormDialog>
  )
}

/** Dark on light in both colour schemes, because not every app reads the opposite. */
function QrCode({ text }: { readonly text: string }) {
  const { size, data } = useMemo(() => encode(text, { border: 4 }), [text])
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code of the secret"
    >
      <path d={path} />
    </svg>
  )
}
