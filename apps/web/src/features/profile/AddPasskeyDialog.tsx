import { TextInput } from '@mantine/core'
import type { PasskeyCreation } from '@quatrain/contract/accounts/new-passkey.ts'
import { addPasskey } from '@quatrain/contract/accounts/second-factor.ts'
import { useRef, useState } from 'react'
import { isApiError } from '#kit/api/api-error.ts'
import { call } from '#kit/api/call.ts'
import { useWriting } from '#kit/write/use-writing.ts'
import { makePasskey } from '#lib/passkeys.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { startPasskey } from './profile.queries.ts'

interface Props {
  readonly options: PasskeyCreation
  /** The names of the user's other passkeys. */
  readonly names: readonly string[]
  /** Receives the recovery codes after the passkey was added. */
  readonly close: (codes?: readonly string[]) => void
}

/** Asks for a name, then lets the browser make a passkey. */
export function AddPasskeyDialog({ options, names, close }: Props) {
  const unused = useRef<PasskeyCreation>(options)
  const [name, setName] = useState('')
  const [error, setError] = useState<Error>()
  const [wrongName, setWrongName] = useState<string>()
  const adding = useWriting({
    async mutationFn() {
      const passkey = await makePasskey(unused.current)
      try {
        return (await call(addPasskey, { body: { name, passkey } })).recovery_codes
      } catch (error) {
        // Each challenge is accepted once.
        unused.current = await startPasskey()
        throw error
      }
    },
    onSuccess: close,
    onError(error) {
      const wrong = isApiError(error) ? error.fields.name : undefined
      setWrongName(wrong)
      setError(wrong === undefined ? error : undefined)
    },
  })
  const submit = () => {
    const { success, error } = addPasskey.body.shape.name.safeParse(name)
    const wrong = success ? (names.includes(name.trim()) ? 'Already exists' : undefined) : error.issues[0]?.message
    setWrongName(wrong)
    setError(undefined)
    if (wrong === undefined) adding.run()
  }
  return (
    <FormDialog
      title="Add a passkey"
      submit="Add passkey"
      isBusy={adding.isBusy}
      failure={error}
      onSubmit={submit}
      onCancel={() => close()}
    >
      <p>The browser will ask where to store the passkey, and for your fingerprint, your face or a PIN.</p>
      <TextInput
        label="Name"
        description="Tells your passkeys apart, such as the name of the device."
        maxLength={64}
        data-autofocus
        error={wrongName}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
